import { describe, expect, test } from 'vitest'
import { END, type Told, UpdateLog } from './update-log.ts'

const update = (seq: number, json = 'x'): Told => ({ seq, json, isLast: false })
const never = new AbortController().signal

async function all(log: UpdateLog): Promise<(number | string)[]> {
  const seen: (number | string)[] = []
  for await (const told of log.read(never)) seen.push(told === END ? END : told.seq)
  return seen
}

describe('a log of updates', () => {
  test('sends all updates to every watcher, also to late ones', async () => {
    const log = new UpdateLog()
    const early = all(log)
    log.add(update(1))
    log.add(update(2))
    const late = all(log)
    await Promise.resolve()
    log.add(update(3))
    log.end()
    expect(await Promise.all([early, late])).toEqual([
      [1, 2, 3, END],
      [1, 2, 3, END],
    ])
  })

  test('keeps one copy for fifty watchers that do not read, within its limit', async () => {
    const log = new UpdateLog({ maxCharacters: 1000 })
    const readers = Array.from({ length: 50 }, () => log.read(never))
    const firsts = readers.map((reader) => reader.next())
    log.add(update(1, 'a'.repeat(600)))
    await Promise.all(firsts)
    expect(log.characters).toBe(600)
    log.add(update(2, 'b'.repeat(300)))
    expect(log.characters).toBe(900)
    log.add(update(3, 'c'.repeat(300)))
    // Updates that every watcher has read are dropped first; no watcher is cut off for that.
    expect(log.characters).toBe(600)
    expect((await readers[0]?.next())?.value).toMatchObject({ seq: 2 })
    log.add(update(4, 'd'.repeat(600)))
    expect(log.characters).toBeLessThanOrEqual(1000)
    expect(await readers[1]?.next()).toEqual({ done: true, value: undefined })
    expect((await readers[0]?.next())?.value).toMatchObject({ seq: 3 })
  })

  test('cuts off a watcher that is too many updates behind, without an end', async () => {
    const log = new UpdateLog({ maxBehind: 10 })
    const slow = log.read(never)
    const first = slow.next()
    for (let seq = 1; seq <= 12; seq++) log.add(update(seq))
    log.end()
    await first
    expect(await slow.next()).toEqual({ done: true, value: undefined })
  })

  test('requests more only when the fastest watcher needs it', async () => {
    const log = new UpdateLog({ maxAhead: 10 })
    const [slow, fast] = [log.read(never), log.read(never)]
    const firsts = [slow.next(), fast.next()]
    for (const seq of [1, 2, 3]) log.add(update(seq, 'x'.repeat(5)))
    await Promise.all(firsts)
    let isWanted = false
    const wanted = log.wanted()?.then(() => {
      isWanted = true
    })
    await slow.return(undefined)
    expect(isWanted).toBe(false)
    await fast.next()
    await wanted
    expect(isWanted).toBe(true)
  })

  test('cannot be joined after a part was dropped, its last watcher left, or it failed', async () => {
    const left = new UpdateLog()
    const reader = left.read(never)
    const first = reader.next()
    left.add(update(1))
    await first
    expect(left.isWhole).toBe(true)
    await reader.return(undefined)
    expect(left.isWhole).toBe(false)
    const failed = new UpdateLog()
    failed.fail(new Error('gone'))
    expect(failed.isWhole).toBe(false)
    const shrunk = new UpdateLog({ maxCharacters: 1 })
    shrunk.add(update(1, 'long'))
    expect(shrunk.isWhole).toBe(false)
  })
})
