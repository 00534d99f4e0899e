import { beforeEach, expect, test } from 'vitest'
import type { Change } from './changes.ts'
import { AdaptiveWritePolicy, type WriteTarget } from './write-policy.ts'

const QUICK = 0.1
const SLOW = 5
const IDLE = 0.1

let policy: AdaptiveWritePolicy

beforeEach(() => {
  policy = new AdaptiveWritePolicy()
})

function changes(count: number, size = 100): Change[] {
  const entry = { count: 1, text: 'x'.repeat(size), values: [] }
  return Array.from({ length: count }, (_, n) => ({ kind: 'append', id: `${n}`, length: 1, entry, summary: undefined }))
}

/** Targets of `count` equal batches that take `ms` each. */
function batches(count: number, { of = changes(1), ms = QUICK, use = IDLE } = {}): WriteTarget[] {
  return Array.from({ length: count }, () => {
    const target = policy.targetFor(of, use)
    policy.note(of.length, ms)
    return target
  })
}

test('writes on the main thread after a few small batches in a row', () => {
  expect(batches(6)).toStrictEqual(['thread', 'thread', 'thread', 'thread', 'main thread', 'main thread'])
})

test('writes a batch with many changes or a large one, and the next few, on the thread', () => {
  batches(10)
  expect(batches(1, { of: changes(9) })).toStrictEqual(['thread'])
  expect(batches(5)).toStrictEqual(['thread', 'thread', 'thread', 'thread', 'main thread'])
  expect(batches(1, { of: changes(1, 100_000) })).toStrictEqual(['thread'])
  expect(batches(5, { of: changes(8) }).at(-1)).toBe('main thread')
})

test('writes on the thread while the disk is slow, until the thread measures fast commits', () => {
  expect(batches(50, { ms: SLOW })).not.toContain('main thread')
  const after = batches(50)
  expect(after[0]).toBe('thread')
  expect(after.at(-1)).toBe('main thread')
})

test('writes on the thread after one slow commit', () => {
  batches(10)
  expect(batches(2, { ms: 20 })).toStrictEqual(['main thread', 'thread'])
})

test('does not write on a busy main thread', () => {
  batches(10)
  expect(batches(10, { use: 0.95 }).at(-1)).toBe('thread')
  expect(batches(10).at(-1)).toBe('main thread')
})

test('lets the thread run a checkpoint from time to time', () => {
  const targets = batches(1000)
  expect(targets.filter((target) => target === 'thread with checkpoint')).toHaveLength(3)
})

test('writes a few batches on the thread after a failure on the main thread', () => {
  batches(10)
  policy.failed()
  expect(batches(5)).toStrictEqual(['thread', 'thread', 'thread', 'thread', 'main thread'])
})
