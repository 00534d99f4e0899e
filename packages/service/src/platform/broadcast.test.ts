import { describe, expect, test } from 'vitest'
import { Broadcast, OVERRUN, type SubscribeOptions } from './broadcast.ts'

/** A subscription to one topic, and the values it has yielded so far. */
function subscribed(options: Partial<SubscribeOptions<string>> = {}) {
  const abort = new AbortController()
  const broadcast = new Broadcast<string>()
  const subscription = broadcast.subscribe('a', { signal: abort.signal, ...options })
  const values = subscription[Symbol.asyncIterator]()
  return {
    broadcast,
    subscription,
    abort,
    publish: (...all: string[]) => {
      for (const value of all) broadcast.publish('a', value)
    },
    next: async () => (await values.next()).value,
    isDone: async () => (await values.next()).done,
  }
}

describe('a subscription', () => {
  test('yields the values published since it began, in order, and none of other topics', async () => {
    const { broadcast, publish, next } = subscribed()
    publish('1')
    broadcast.publish('b', 'other')
    publish('2')
    expect([await next(), await next()]).toEqual(['1', '2'])
  })

  test('waits for the next value', async () => {
    const { publish, next } = subscribed()
    const waiting = next()
    publish('1')
    expect(await waiting).toBe('1')
  })

  test('ends when its signal aborts, also while it waits', async () => {
    const { abort, isDone } = subscribed()
    const waiting = isDone()
    abort.abort()
    expect(await waiting).toBe(true)
  })

  test('ends immediately if its signal was aborted before', async () => {
    const { broadcast } = subscribed()
    const values = broadcast.follow('a', { signal: AbortSignal.abort() })
    expect((await values.next()).done).toBe(true)
    expect(broadcast.topics).toEqual(['a'])
  })

  test('drops its queue and ends with OVERRUN when it falls behind', async () => {
    const { publish, next, isDone } = subscribed({ maxQueued: 2 })
    publish('1', '2', '3', '4')
    expect(await next()).toBe(OVERRUN)
    expect(await isDone()).toBe(true)
  })

  test('with onOverrun "skip" yields OVERRUN once in place of the lost values and continues', async () => {
    const { publish, next } = subscribed({ maxQueued: 2, onOverrun: 'skip' })
    publish('1', '2', '3', '4')
    expect([await next(), await next(), await next()]).toEqual(['1', '2', OVERRUN])
    publish('5')
    expect(await next()).toBe('5')
  })

  test('merges values that belong together so that they do not fill the queue', async () => {
    const merge = (last: string, value: string) => (last[0] === value[0] ? last + value : undefined)
    const { publish, next } = subscribed({ maxQueued: 2, merge })
    publish('a', 'a', 'a', 'b', 'b')
    expect([await next(), await next()]).toEqual(['aaa', 'bb'])
  })

  test('discards values that a replay has covered', async () => {
    const { publish, subscription, next } = subscribed()
    publish('1', '2', '3')
    subscription.discard((value) => value < '3')
    expect(await next()).toBe('3')
  })

  test('unsubscribes when it is disposed', () => {
    const { broadcast, subscription, publish } = subscribed()
    expect([broadcast.has('a'), broadcast.size]).toEqual([true, 1])
    subscription[Symbol.dispose]()
    publish('1')
    expect([broadcast.has('a'), broadcast.size]).toEqual([false, 0])
  })
})

test('follow() unsubscribes when the reader stops', async () => {
  const broadcast = new Broadcast<string>()
  const { signal } = new AbortController()
  const values = broadcast.follow('a', { signal })
  const first = values.next()
  broadcast.publish('a', '1')
  expect((await first).value).toBe('1')
  await values.return(undefined)
  expect(broadcast.topics).toEqual([])
})

describe('a listener', () => {
  test('is called with every value until it unsubscribes', () => {
    const broadcast = new Broadcast<string>()
    const heard: string[] = []
    const leave = broadcast.listen('a', (value) => heard.push(value))
    broadcast.publish('a', '1')
    leave()
    broadcast.publish('a', '2')
    expect(heard).toEqual(['1'])
    expect(broadcast.size).toBe(0)
  })

  test('added during publish does not get that value; one removed during publish does', () => {
    const broadcast = new Broadcast<string>()
    const heard: string[] = []
    const leave: (() => void)[] = []
    broadcast.listen('a', () => {
      leave[0]?.()
      broadcast.listen('a', (value) => heard.push(`late ${value}`))
    })
    leave.push(broadcast.listen('a', (value) => heard.push(value)))
    broadcast.publish('a', '1')
    expect(heard).toEqual(['1'])
  })
})
