import type { ExecutionEvent } from '@millrace/engine'
import { oddValues, started, step } from '@millrace/engine/testing/journal-samples'
import { LargeJson } from '@millrace/model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entryOf, eventsOf, preparedEntry } from './event-text.ts'

const KIB = 1024

/** Writes events and reads them back. */
async function there(events: readonly ExecutionEvent[]): Promise<ExecutionEvent[]> {
  const { text, values } = entryOf(events)
  return eventsOf(text, async (hashes) => {
    const wanted = new Set(hashes)
    return new Map(values.filter(({ hash }) => wanted.has(hash)).map(({ hash, text: value }) => [hash, value]))
  })
}

test('encodes small events as JSON separated by commas', () => {
  expect(entryOf([step(1), step(2)])).toStrictEqual({
    count: 2,
    text: `${JSON.stringify(step(1))},${JSON.stringify(step(2))}`,
    values: [],
  })
  expect(entryOf([])).toStrictEqual({ count: 0, text: '', values: [] })
})

test('stores a value separately if it has more than 64 KiB of UTF-8', () => {
  const valuesFor = (value: unknown) => entryOf([step(1, { value })]).values.length
  expect(valuesFor('x'.repeat(64 * KIB - 2))).toBe(0)
  expect(valuesFor('x'.repeat(64 * KIB - 1))).toBe(1)
  expect(valuesFor('é'.repeat(32 * KIB - 1))).toBe(0)
  expect(valuesFor('é'.repeat(32 * KIB))).toBe(1)
  expect(valuesFor('€'.repeat(22 * KIB))).toBe(1)
})

test('replaces a large value by its hash and size and stores equal values once', () => {
  const value = 'x'.repeat(100_000)
  const { text, values } = entryOf([step(1, { a: value, b: [value], small: 1 }), step(2, { a: value })])
  expect(values).toHaveLength(2)
  expect(text.length).toBeLessThan(1000)
  expect(JSON.parse(`[${text}]`)[1].outputs.a).toStrictEqual({ $value: values[0]?.hash, bytes: 100_002 })
  expect(values[0]?.hash).toMatch(/^[0-9a-f]{64}$/)
})

test('does not change a large event that has no large values', () => {
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`port ${n}`, 'x'.repeat(1000)]))
  expect(entryOf([step(1, many)])).toMatchObject({ values: [], text: JSON.stringify(step(1, many)) })
})

test('reads back every event, also values that look like references', async () => {
  const value = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(...oddValues()),
    fc.string({ minLength: 1, maxLength: 3 }).map((text) => text.repeat(40_000)),
  )
  const ports = fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('__proto__', '$value')), value, { maxKeys: 3 })
  const event = fc.oneof(
    ports.map((outputs) => step(1, outputs)),
    fc.record({ inputs: ports, outputs: ports }).map(({ inputs, outputs }) => ({
      ...started(1),
      inputs,
      reused: { 0: { outputs } },
    })),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 3 }), async (events) => {
      // Large outputs are read as text; as JSON they equal what was written.
      expect(JSON.parse(JSON.stringify(await there(events)))).toStrictEqual(JSON.parse(JSON.stringify(events)))
    }),
    { numRuns: 200 },
  )
})

describe('events that take long to print', () => {
  const rows = Array.from({ length: 30_000 }, (_, at) => ({ at, name: `row ${at}` }))
  const keys = Object.fromEntries(rows.map(({ at, name }) => [name, at]))

  test.each<readonly [string, readonly ExecutionEvent[]]>([
    ['launch inputs', [{ ...started(1), inputs: { n: { rows, keys }, text: 'é"'.repeat(500_000), small: [1] } }]],
    ['outputs', [step(1, { rows, keys, large: new LargeJson(JSON.stringify(keys)) }), step(2, { rows })]],
    ['results of an earlier run', [{ ...started(1), reused: { 0: { outputs: { rows } } } }]],
    ['many small values', rows.map(({ at, name }) => step(at, { name, $value: { $value: 'x' } }))],
    ['notes', [{ type: 'step-noted', at: 1, node: 1, key: 'k', value: rows }]],
  ])('are encoded the same in slices: %s', async (_, events) => {
    const prepared = preparedEntry(events)
    expect(prepared).toBeInstanceOf(Promise)
    expect(await prepared).toStrictEqual(entryOf(events))
  })

  test('let the event loop run meanwhile', async () => {
    let turns = 0
    let isDone = false
    const count = () => {
      turns++
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    await preparedEntry([{ ...started(1), inputs: { a: rows, b: keys, c: 'x'.repeat(5_000_000) } }])
    isDone = true
    expect(turns).toBeGreaterThan(10)
  })
})

test('throws an error that names a missing value', async () => {
  const { text } = entryOf([step(1, { value: 'x'.repeat(100_000) })])
  await expect(eventsOf(text, async () => new Map())).rejects.toThrow(/The value [0-9a-f]{64} is missing/)
})
