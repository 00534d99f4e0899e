import { expect, test } from 'vitest'
import { roundNumber } from './round-number.ts'

test.each([
  ['0', '1'],
  ['each:4', '5'],
  ['each:0/inner:3', '1.4'],
  ['visit:2', '2'],
])('shows the iteration %s as %s', (iteration, shown) => {
  expect(roundNumber(iteration)).toBe(shown)
})
