import { expect, test } from 'vitest'
import { SharedReads } from './shared-reads.ts'

test('callers share a read that begins after their calls', async () => {
  const reads = new SharedReads<number>()
  let begun = 0
  const ends: PromiseWithResolvers<number>[] = []
  const started = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const load = () => {
    const end = Promise.withResolvers<number>()
    ends.push(end)
    started[begun++]?.resolve()
    return end.promise
  }
  const early = [reads.read('a', load), reads.read('a', load)]
  await started[0]?.promise
  const late = [reads.read('a', load), reads.read('a', load)]
  expect(begun).toBe(1)
  ends[0]?.reject(new Error('no'))
  expect((await Promise.allSettled(early)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await started[1]?.promise
  ends[1]?.resolve(2)
  expect(await Promise.all(late)).toEqual([2, 2])
  expect(begun).toBe(2)
})

test('reads of other keys do not wait, and a read that takes long is not waited for', async () => {
  const reads = new SharedReads<number>()
  const begun = Promise.withResolvers<void>()
  const held = reads.read('a', () => {
    begun.resolve()
    return new Promise(() => {})
  })
  await begun.promise
  expect(await Promise.race([held, reads.read('b', async () => 1)])).toBe(1)
  expect(await Promise.race([held, reads.read('a', async () => 2)])).toBe(2)
})
