import { expect, test } from 'vitest'
import { NumberedNames } from './numbered-names.ts'

function takeAll(wanted: readonly string[], between?: string): string[] {
  const taken = new Set<string>()
  const names = new NumberedNames((name) => taken.has(name))
  return wanted.map((name) => {
    const free = names.free(name, between)
    taken.add(free)
    return free
  })
}

test('duplicate names get a number that is not taken', () => {
  expect(takeAll(['a', 'a', 'a 2', 'a', 'b'])).toEqual(['a', 'a 2', 'a 2 2', 'a 3', 'b'])
  expect(takeAll(['a', 'a'], '.')).toEqual(['a', 'a.2'])
})

test('numbers thousands of equal names in linear time', () => {
  const names = takeAll(Array(200_000).fill('a'))
  expect([new Set(names).size, names.at(-1)]).toEqual([200_000, 'a 200000'])
})
