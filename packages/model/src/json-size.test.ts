import { expect, test } from 'vitest'
import { jsonSize, tooLargeIn } from './json-size.ts'

test.each([
  ['text', 'x'.repeat(1000)],
  ['list of numbers', Array.from({ length: 1000 }, (_, at) => at)],
  ['list of objects', Array.from({ length: 500 }, (_, id) => ({ id, name: `name ${id}`, on: true, none: null }))],
  ['nested', { a: { b: { c: [[1, 2.5], ['x']] } } }],
])('estimates the JSON size of a %s closely', (_, value) => {
  const exact = JSON.stringify(value).length
  expect(Math.abs(jsonSize(value) - exact) / exact).toBeLessThan(0.3)
})

test('stops measuring at the limit', () => {
  let looks = 0
  const item = () =>
    Object.defineProperty({}, 'a', {
      enumerable: true,
      get() {
        looks += 1
        return 'text'
      },
    })
  expect(jsonSize([[...Array(100)].map(item), [...Array(100)].map(item)], 250)).toBeGreaterThan(250)
  expect(looks).toBeLessThan(100)
  expect(jsonSize(Array(1_000_000).fill('x'), 1000)).toBeGreaterThan(1000)
})

test('measures a value in the same way after one that exceeded its limit', () => {
  const value = { a: [1, 2, { b: 'text' }], c: null }
  const size = jsonSize(value)
  jsonSize([['x'.repeat(100)], ['y'.repeat(100)]], 10)
  expect(jsonSize(value)).toBe(size)
})

test('names the first value above the limit with its size', () => {
  expect(tooLargeIn({ a: 'x', b: 'y' }, 2 ** 20)).toBeUndefined()
  expect(tooLargeIn({ a: 'x', b: 'y'.repeat(3 * 2 ** 20) }, 2 ** 20)).toEqual({
    name: 'b',
    message: 'The value of "b" has 3.0 MiB; 1 MiB is the limit.',
  })
})
