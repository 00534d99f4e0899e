import { expect, test } from 'vitest'
import { Gather } from './gather.ts'

/** Look-ups that the test ends. */
function gathered(maxKeys = 10) {
  const reads: { readonly keys: readonly string[]; readonly end: PromiseWithResolvers<ReadonlyMap<string, string>> }[] =
    []
  const gather = new Gather<string>(maxKeys, (keys) => {
    const end = Promise.withResolvers<ReadonlyMap<string, string>>()
    reads.push({ keys, end })
    return end.promise
  })
  /** Waits for a statement to begin. */
  const begun = (count: number) => expect.poll(() => reads.length).toBe(count)
  const answer = (at: number) => reads[at]?.end.resolve(new Map(reads[at].keys.map((key) => [key, `${key}${at}`])))
  return { gather, reads, begun, answer }
}

test('look-ups of one turn, and those during a statement, share a statement', async () => {
  const { gather, reads, begun, answer } = gathered()
  const first = Promise.all(['a', 'b', 'a'].map((key) => gather.get(key)))
  expect([gather.has('a'), gather.has('c')]).toEqual([true, false])
  await begun(1)
  // Not the result of the statement under way, which may have been read before.
  const second = Promise.all(['a', 'c'].map((key) => gather.get(key)))
  answer(0)
  expect(await first).toEqual(['a0', 'b0', 'a0'])
  await begun(2)
  answer(1)
  expect(await second).toEqual(['a1', 'c1'])
  expect(reads.map(({ keys }) => keys)).toEqual([
    ['a', 'b'],
    ['a', 'c'],
  ])
})

test('a statement has a limit, and a failed one fails its look-ups only', async () => {
  const { gather, reads, begun, answer } = gathered(2)
  const looked = Promise.allSettled(['a', 'b', 'c'].map((key) => gather.get(key)))
  await begun(1)
  reads[0]?.end.reject(new Error('no'))
  await begun(2)
  answer(1)
  expect((await looked).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  const later = gather.get('d')
  await begun(3)
  reads[2]?.end.resolve(new Map())
  expect(await later).toBeUndefined()
})

test('a statement that takes long is not waited for', async () => {
  const { gather, reads, begun, answer } = gathered()
  const held = gather.get('a')
  await begun(1)
  const other = gather.get('b')
  await expect.poll(() => reads.length, { timeout: 10_000 }).toBe(2)
  answer(1)
  expect(await other).toBe('b1')
  answer(0)
  expect(await held).toBe('a0')
})
