import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonical } from './canonical.ts'
import { CONDITIONS, type Condition } from './conditions.ts'
import { itemValues } from './item-values.ts'
import { LIST_OPERATIONS, type ListCall } from './list-operations.ts'
import { reduced } from './reduce-list.ts'
import { sortedPositions } from './sort-order.ts'

const { signal } = new AbortController()

function call(items: readonly unknown[], changes: Partial<ListCall> = {}): ListCall {
  return { items, seen: items, by: 'item', condition: 'equals', value: undefined, ...changes }
}

test('sorts values of any type, with missing values last in both directions', () => {
  const values = ['b', null, 10, true, { a: 1 }, 9, 'a', undefined, false]
  const inOrder = (isDescending: boolean) => sortedPositions(values, isDescending).map((at) => values[at])
  expect(inOrder(false)).toEqual([9, 10, 'a', 'b', false, true, { a: 1 }, null, undefined])
  expect(inOrder(true)).toEqual([{ a: 1 }, true, false, 'b', 'a', 10, 9, null, undefined])
})

test('keeps the order of equal values in both directions', () => {
  expect(sortedPositions([1, 0, 1, 0], false)).toEqual([1, 3, 0, 2])
  expect(sortedPositions([1, 0, 1, 0], true)).toEqual([0, 2, 1, 3])
})

test('two values have the same canonical text exactly if they are equal', () => {
  expect(canonical({ b: [{ d: 1, c: 2 }], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1}]}')
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonical(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test.each<[Condition, unknown, unknown, boolean]>([
  ['equals', 'a', 'A', false],
  ['not_equals', 1, 2, true],
  ['contains', ['a'], 'a', true],
  ['greater_than', 2, 1, true],
  ['less_than', 2, 1, false],
  ['greater_than_or_equal', 1, 1, true],
  ['less_than_or_equal', 1, 1, true],
  ['greater_than_or_equal', null, 1, false],
  ['less_than_or_equal', null, 1, false],
  ['is_empty', [], undefined, true],
  ['is_not_empty', 0, undefined, true],
])('%s: %j beside %j', (condition, value, expected, is) => {
  expect(CONDITIONS[condition](value, expected)).toBe(is)
})

test('handles keys such as __proto__ like any other key', () => {
  const items = JSON.parse('[{"__proto__":1},{"constructor":2}]') as unknown[]
  const [merged] = LIST_OPERATIONS.merge(call(items))
  expect(JSON.stringify(merged)).toBe('{"__proto__":1,"constructor":2}')
})

test('reports the index of a value that is not a number', () => {
  expect(() => LIST_OPERATIONS.reduce(call([1, 'x']))).toThrow('Input "data" must have a number at index 1.')
  expect(() => LIST_OPERATIONS.reduce(call([1], { value: 'x' }))).toThrow('Setting "value" must be a number')
  expect(LIST_OPERATIONS.reduce(call([], { value: '' }))).toEqual([0])
})

test('evaluates expressions for every item in order, in batches', async () => {
  let running = 0
  let most = 0
  const expression = async (_: string, item: unknown) => {
    running++
    most = Math.max(most, running)
    await Promise.resolve()
    running--
    return Number(item) * 2
  }
  const items = Array.from({ length: 200 }, (_, at) => at)
  const seen = await itemValues(items, { key: '', expression: '$ * 2' }, { effects: { expression }, signal })
  expect(seen).toEqual(items.map((item) => item * 2))
  expect(most).toBe(64)
})

test('a cancelled step evaluates no further expressions', async () => {
  const world = { effects: { expression: async () => 1 }, signal: AbortSignal.abort(new Error('cancelled')) }
  await expect(itemValues([1], { key: '', expression: 'x' }, world)).rejects.toThrow('cancelled')
  await expect(reduced([1], { expression: 'x', start: 0 }, world)).rejects.toThrow('cancelled')
})
