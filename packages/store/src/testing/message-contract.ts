import { expect, test } from 'vitest'
import type { MessageQuery, NewMessage } from '../playground-store.ts'
import type { Store } from '../store.ts'
import { type Backend, opener } from './backend.ts'
import { makeSession, sampleMessage } from './conversation-samples.ts'
import { upTo } from './sample-records.ts'

export function messageContract(backend: Backend): void {
  const { open } = opener(backend)

  /** A store with a session `a` of `count` messages, and another session as noise. */
  const withMessages = async (count: number, change: (n: number) => Partial<NewMessage> = () => ({})) => {
    const store = await open()
    for (const id of 'ab') {
      await makeSession(store, id)
      const add = upTo(count).map((n) => sampleMessage(`${id}${n}`, { at: n * 10, ...change(n) }))
      await store.sessions.step({ sessionId: id, at: 1, add })
    }
    return store
  }
  const page = async ({ sessions }: Store, query: MessageQuery, id = 'a') => {
    const { items, hasMore, hasOlder } = await sessions.messages(id, query)
    return [items.map(({ number }) => number).join(' '), hasMore, hasOlder]
  }

  test('returns the messages above a number', async () => {
    const store = await withMessages(10)
    expect(await page(store, { limit: 4 })).toStrictEqual(['1 2 3 4', true, false])
    expect(await page(store, { since: 0, limit: 4 })).toStrictEqual(['1 2 3 4', true, false])
    expect(await page(store, { since: 0, limit: 10 })).toStrictEqual(['1 2 3 4 5 6 7 8 9 10', false, false])
    expect(await page(store, { since: 3, limit: 4 })).toStrictEqual(['4 5 6 7', true, true])
    expect(await page(store, { since: 6, limit: 4 })).toStrictEqual(['7 8 9 10', false, true])
    expect(await page(store, { since: 10, limit: 4 })).toStrictEqual(['', false, true])
    expect(await page(store, { since: 99, limit: 4 })).toStrictEqual(['', false, true])
  })

  test('returns the newest messages', async () => {
    const store = await withMessages(10)
    expect(await page(store, { latest: true, limit: 4 })).toStrictEqual(['7 8 9 10', false, true])
    expect(await page(store, { latest: true, limit: 10 })).toStrictEqual(['1 2 3 4 5 6 7 8 9 10', false, false])
    expect(await page(store, { latest: true, limit: 99 })).toStrictEqual(['1 2 3 4 5 6 7 8 9 10', false, false])
  })

  test('returns the messages just below a number', async () => {
    const store = await withMessages(10)
    expect(await page(store, { before: 7, limit: 3 })).toStrictEqual(['4 5 6', true, true])
    expect(await page(store, { before: 4, limit: 3 })).toStrictEqual(['1 2 3', true, false])
    expect(await page(store, { before: 3, limit: 3 })).toStrictEqual(['1 2', true, false])
    expect(await page(store, { before: 1, limit: 3 })).toStrictEqual(['', true, false])
    expect(await page(store, { before: 0, limit: 3 })).toStrictEqual(['', true, false])
    expect(await page(store, { before: 11, limit: 3 })).toStrictEqual(['8 9 10', false, true])
    expect(await page(store, { before: 99, limit: 3 })).toStrictEqual(['8 9 10', false, true])
  })

  test('returns fewer messages in a page if they are long, and at least one', async () => {
    const store = await open()
    await makeSession(store, 'a')
    // Two messages of 6 MB fit on a page; the last one alone exceeds it.
    for (const n of upTo(4)) {
      const content = (n % 2 === 0 ? 'x' : 'ü').repeat(n === 4 ? 20_000_000 : n % 2 === 0 ? 6_000_000 : 3_000_000)
      await store.sessions.step({ sessionId: 'a', at: n * 10, add: [sampleMessage(`m${n}`, { at: n * 10, content })] })
    }
    expect(await page(store, { limit: 10 })).toStrictEqual(['1 2', true, false])
    expect(await page(store, { since: 2, limit: 10 })).toStrictEqual(['3', true, true])
    expect(await page(store, { since: 3, limit: 10 })).toStrictEqual(['4', false, true])
    expect(await page(store, { latest: true, limit: 10 })).toStrictEqual(['4', false, true])
    expect(await page(store, { before: 4, limit: 10 })).toStrictEqual(['2 3', true, true])
    expect(await page(store, { before: 2, limit: 10 })).toStrictEqual(['1', true, false])
    expect(await page(store, { sinceTime: 0, limit: 10 })).toStrictEqual(['1 2', true, false])
    expect(await page(store, { sinceTime: 20, limit: 10 })).toStrictEqual(['3', true, true])
    expect(await page(store, { sinceTime: 30, limit: 10 })).toStrictEqual(['4', false, true])
  })

  test('returns the messages after a time', async () => {
    const store = await withMessages(10)
    expect(await page(store, { sinceTime: 0, limit: 3 })).toStrictEqual(['1 2 3', true, false])
    expect(await page(store, { sinceTime: 50, limit: 3 })).toStrictEqual(['6 7 8', true, true])
    expect(await page(store, { sinceTime: 49, limit: 3 })).toStrictEqual(['5 6 7', true, true])
    expect(await page(store, { sinceTime: 70, limit: 3 })).toStrictEqual(['8 9 10', false, true])
    expect(await page(store, { sinceTime: 100, limit: 3 })).toStrictEqual(['', false, true])
  })

  test('gives messages strictly ascending times', async () => {
    const store = await withMessages(5, (n) => ({ at: [30, 10, 50, 50, 40][n - 1] ?? 0 }))
    const { items } = await store.sessions.messages('a', { limit: 10 })
    expect(items.map(({ at }) => at)).toStrictEqual([30, 31, 50, 51, 52])
    expect(await page(store, { sinceTime: 31, limit: 3 })).toStrictEqual(['3 4 5', false, true])
  })

  test('returns empty pages for a session without messages', async () => {
    const store = await open()
    await makeSession(store, 'empty')
    for (const query of [{}, { since: 3 }, { sinceTime: 3 }, { before: 3 }, { before: 0 }, { latest: true }]) {
      expect(await page(store, { ...query, limit: 5 }, 'empty')).toStrictEqual(['', false, false])
    }
  })

  test('returns completed messages of users and assistant before a message and after the last reset', async () => {
    const roles = ['user', 'log', 'assistant', 'system'] as const
    const store = await withMessages(16, (n) => ({
      role: roles[(n - 1) % 4] ?? 'log',
      status: n === 9 ? 'failed' : 'completed',
    }))
    const said = async (before: number, limit: number) =>
      (await store.sessions.said('a', before, limit)).map(({ number }) => number).join(' ')
    expect(await said(99, 99)).toBe('1 3 5 7 11 13 15')
    expect(await said(13, 3)).toBe('5 7 11')
    expect(await said(1, 3)).toBe('')
    const add = [sampleMessage('note', { role: 'log' })]
    const reset = await store.sessions.step({ sessionId: 'a', at: 1, add, resetAt: 'now' })
    expect(reset?.session).toMatchObject({ resetAt: 17, lastMessage: 17, lastChange: 18 })
    expect(await said(99, 99)).toBe('')
    await store.sessions.step({ sessionId: 'a', at: 2, add: [sampleMessage('again', { role: 'user' })] })
    expect([await said(99, 99), await said(18, 99)]).toStrictEqual(['18', ''])
    expect((await store.sessions.get('a'))?.resetAt).toBe(17)
    await store.sessions.step({ sessionId: 'a', at: 3, change: [{ id: 'again', status: 'failed' }] })
    expect(await said(99, 99)).toBe('')
  })
}
