import { expect, test } from 'vitest'
import { jsonSize, recordSize, tooLargeIn } from './json-size.ts'
import { LargeJson } from './large-json.ts'

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

test('looks only at the items of a long list that it needs to reach the limit', () => {
  let looks = 0
  const list = new Proxy(Array(100_000).fill({ a: 'text' }), {
    get(target, key, receiver) {
      looks += 1
      return Reflect.get(target, key, receiver)
    },
  })
  expect(jsonSize(list, 101_000)).toBeGreaterThan(101_000)
  expect(looks).toBeLessThan(3000)
  expect(jsonSize(list)).toBe(100_001 + 100_000 * jsonSize({ a: 'text' }))
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

test.each([
  ['texts', { formatted: 'x'.repeat(1000), other: 'y'.repeat(500) }],
  ['objects', { body: { list: Array.from({ length: 200 }, (_, id) => ({ id, name: `name ${id}` })) }, method: 'POST' }],
  ['lists', { items: [['a'.repeat(400)], { b: 'c'.repeat(400) }] }],
  ['printed values', { value: new LargeJson(JSON.stringify('x'.repeat(1000))), none: null }],
])('estimates the size of an event with outputs that are %s', (_, outputs) => {
  const event = { type: 'step-completed', node: 1, at: 1_700_000_000_000, outputs, note: 'kept' }
  const size = recordSize(event, Number.POSITIVE_INFINITY)
  expect(size / jsonSize(event)).toBeGreaterThan(0.75)
  expect(size / jsonSize(event)).toBeLessThan(1.25)
  expect(recordSize(event, 200)).toBeGreaterThan(200)
})

test('counts a large value wherever it is in an event', () => {
  const large = 'x'.repeat(100_000)
  for (const event of [
    { large },
    { a: { large } },
    { a: [large] },
    { a: { b: { large } } },
    { a: new LargeJson(large) },
  ])
    expect(recordSize(event, Number.POSITIVE_INFINITY)).toBeGreaterThanOrEqual(100_000)
})
