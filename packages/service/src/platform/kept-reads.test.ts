import { openStore, type Store } from '@millrace/store'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { KeptReads } from './kept-reads.ts'

let store: Store
beforeEach(async () => {
  store = await openStore({ database: ':memory:' })
})
afterEach(() => store.close())

const value = () => store.keyValues.get('space', 'key')
const write = (to: unknown) => store.keyValues.set('space', 'key', to)

test('keeps a result until the next write', async () => {
  const reads = new KeptReads<unknown>(store)
  expect(reads.get('a')).toBeUndefined()
  await write(1)
  expect(await reads.read('a', value)).toBe(1)
  expect(reads.get('a')).toBe(1)
  const writing = write(2)
  expect(reads.get('a')).toBeUndefined()
  await writing
  expect(reads.get('a')).toBeUndefined()
  expect(await reads.read('a', value)).toBe(2)
  expect(reads.get('a')).toBe(2)
})

test('keeps no result that was read during a write or before its end', async () => {
  const reads = new KeptReads<unknown>(store)
  const writing = write(1)
  await reads.read('a', value)
  await writing
  expect(reads.get('a')).toBeUndefined()
  const gate = Promise.withResolvers<void>()
  const reading = reads.read('a', async () => {
    const found = await value()
    await gate.promise
    return found
  })
  await write(2)
  gate.resolve()
  expect(await reading).toBe(1)
  expect(reads.get('a')).toBeUndefined()
})

test('keeps neither errors nor an unlimited number of results, and nothing after the store is closed', async () => {
  const reads = new KeptReads<number>(store)
  await expect(reads.read('a', () => Promise.reject(new Error('missing')))).rejects.toThrow('missing')
  for (let at = 0; at <= 1000; at++) await reads.read(`key ${at}`, async () => at)
  expect([reads.get('a'), reads.get('key 0'), reads.get('key 1000')]).toEqual([undefined, undefined, 1000])
  await store.close()
  expect(reads.get('key 1000')).toBeUndefined()
})
