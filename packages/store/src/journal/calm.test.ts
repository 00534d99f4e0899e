import { beforeEach, expect, test } from 'vitest'
import { Calm, type Way } from './calm.ts'
import type { Change } from './changes.ts'

const QUICK = 0.1
const SLOW = 5
const IDLE = 0.1

let calm: Calm

beforeEach(() => {
  calm = new Calm()
})

function changes(count: number, size = 100): Change[] {
  const entry = { count: 1, text: 'x'.repeat(size), values: [] }
  return Array.from({ length: count }, (_, n) => ({ kind: 'append', id: `${n}`, length: 1, entry, head: undefined }))
}

/** So many batches, each of which takes so long to write. */
function batches(count: number, { of = changes(1), ms = QUICK, use = IDLE } = {}): Way[] {
  return Array.from({ length: count }, () => {
    const way = calm.wayFor(of, use)
    calm.note(of.length, ms)
    return way
  })
}

test('a few small batches in a row, and the main thread writes', () => {
  expect(batches(6)).toStrictEqual(['thread', 'thread', 'thread', 'thread', 'here', 'here'])
})

test('a batch of many changes, or a large one, is for the thread, and so are the next few', () => {
  batches(10)
  expect(batches(1, { of: changes(9) })).toStrictEqual(['thread'])
  expect(batches(5)).toStrictEqual(['thread', 'thread', 'thread', 'thread', 'here'])
  expect(batches(1, { of: changes(1, 100_000) })).toStrictEqual(['thread'])
  expect(batches(5, { of: changes(8) }).at(-1)).toBe('here')
})

test('with a slow disk everything is for the thread, until the thread finds it quick again', () => {
  expect(batches(50, { ms: SLOW })).not.toContain('here')
  const after = batches(50)
  expect(after[0]).toBe('thread')
  expect(after.at(-1)).toBe('here')
})

test('one slow commit is enough to leave the next ones to the thread', () => {
  batches(10)
  expect(batches(2, { ms: 20 })).toStrictEqual(['here', 'thread'])
})

test('a main thread that others have use for is not kept waiting', () => {
  batches(10)
  expect(batches(10, { use: 0.95 }).at(-1)).toBe('thread')
  expect(batches(10).at(-1)).toBe('here')
})

test('now and then it is time for a checkpoint, by the thread', () => {
  const ways = batches(1000)
  expect(ways.filter((way) => way === 'thread, with checkpoint')).toHaveLength(3)
})

test('after something went wrong here, the thread has a few turns', () => {
  batches(10)
  calm.end()
  expect(batches(5)).toStrictEqual(['thread', 'thread', 'thread', 'thread', 'here'])
})
