import { expect, test } from 'vitest'
import type { Store } from '../store.ts'
import { type Backend, opener } from './backend.ts'
import { ask, makeSession, sampleMessage, sampleQuestion, sampleTurn, turnMessage } from './conversation-samples.ts'
import { makeExecution } from './execution-samples.ts'
import { upTo } from './sample-records.ts'

export function sessionRetentionContract(backend: Backend): void {
  const { open } = opener(backend)
  const idsIn = async (store: Store) =>
    (await store.sessions.list('w', { limit: 100, offset: 0 })).items.map(({ id }) => id).sort()

  /** A session with one turn that has ended at a time. */
  const finished = async (store: Store, id: string, at = 100) => {
    await makeSession(store, id)
    const executionId = `e of ${id}`
    await store.sessions.beginTurn(sampleTurn(id, executionId), turnMessage(executionId, { at }))
    await store.sessions.step({
      ...{ sessionId: id, at, status: 'idle' },
      turn: { executionId, expect: {}, seen: { [executionId]: 3, [`child of ${id}`]: -2 }, status: 'completed' },
    })
  }

  test('prunes sessions without recent activity in batches, the oldest first', async () => {
    const store = await open()
    for (const n of upTo(5)) await finished(store, `s${n}`, 100 * n)
    await makeSession(store, 'empty')
    const query = { inactiveBefore: 500, batch: 2 }
    expect((await store.sessions.prune(query)).map(({ id }) => id)).toStrictEqual(['empty', 's1'])
    expect(await store.sessions.prune(query)).toStrictEqual([
      { id: 's2', executions: ['e of s2', 'child of s2'] },
      { id: 's3', executions: ['e of s3', 'child of s3'] },
    ])
    expect((await store.sessions.prune(query)).map(({ id }) => id)).toStrictEqual(['s4'])
    expect(await store.sessions.prune(query)).toStrictEqual([])
    expect(await idsIn(store)).toStrictEqual(['s5'])
    expect((await store.sessions.messages('s4', { limit: 5 })).items).toStrictEqual([])
  })

  test('never prunes a session with an open turn, an open question or an unfinished execution', async () => {
    const store = await open()
    await makeSession(store, 'turn')
    await store.sessions.beginTurn(sampleTurn('turn', 'e of turn'), turnMessage('e of turn'))
    for (const id of ['question', 'child', 'old']) await finished(store, id)
    await ask(store, sampleQuestion('q', { executionId: 'other', sessionId: 'question' }))
    await makeExecution(store, { id: 'child of child', status: 'running' })
    await makeExecution(store, { id: 'child of old', status: 'failed' })
    const query = { inactiveBefore: 10_000, batch: 1 }
    expect((await store.sessions.prune(query)).map(({ id }) => id)).toStrictEqual(['old'])
    expect(await store.sessions.prune(query)).toStrictEqual([])
    expect(await idsIn(store)).toStrictEqual(['child', 'question', 'turn'])
  })

  /** Adds messages with these times to a session. */
  let said = 0
  const say = (store: Store, sessionId: string, ...times: readonly number[]) =>
    store.sessions.step({
      ...{ sessionId, at: times.at(-1) ?? 0 },
      add: times.map((at) => sampleMessage(`message ${++said}`, { at })),
    })
  const timesIn = async (store: Store, id: string) =>
    (await store.sessions.messages(id, { limit: 100 })).items.map(({ at }) => at)

  test('prunes the old messages of sessions that are kept, batch by batch', async () => {
    const store = await open()
    for (const n of upTo(3)) {
      await makeSession(store, `s${n}`)
      await say(store, `s${n}`, 100, 200, 300, 400)
    }
    const first = await store.sessions.pruneMessages({ sentBefore: 300, after: 0, batch: 2 })
    expect(first).toStrictEqual({ messages: 4, next: expect.any(Number) })
    expect(await Promise.all(['s1', 's2', 's3'].map((id) => timesIn(store, id)))).toStrictEqual([
      ...[
        [300, 400],
        [300, 400],
        [100, 200, 300, 400],
      ],
    ])
    const rest = { sentBefore: 300, after: first.next ?? 0, batch: 2 }
    expect(await store.sessions.pruneMessages(rest)).toStrictEqual({ messages: 2, next: undefined })
    expect(await store.sessions.pruneMessages({ ...rest, after: 0, batch: 9 })).toStrictEqual({
      ...{ messages: 0, next: undefined },
    })
    expect(await idsIn(store)).toStrictEqual(['s1', 's2', 's3'])
  })

  test('pages, numbers and changes of a session continue after its old messages', async () => {
    const store = await open()
    await makeSession(store, 's')
    await say(store, 's', 100, 200, 300, 400)
    await store.sessions.pruneMessages({ sentBefore: 300, after: 0, batch: 9 })
    const { sessions } = store
    expect(await sessions.messages('s', { limit: 9 })).toMatchObject({ hasMore: false, hasOlder: false })
    expect(await sessions.messages('s', { limit: 1, latest: true })).toMatchObject({ hasMore: false, hasOlder: true })
    expect(await sessions.messages('s', { limit: 9, before: 3 })).toMatchObject({ items: [], hasOlder: false })
    await say(store, 's', 500)
    expect((await sessions.messages('s', { limit: 9 })).items.map(({ number }) => number)).toStrictEqual([3, 4, 5])
    expect((await sessions.changedSince('s', 0, 9)).map(({ at }) => at)).toStrictEqual([300, 400, 500])
    expect(await sessions.pruneMessages({ sentBefore: 900, after: 0, batch: 9 })).toMatchObject({ messages: 3 })
    expect(await sessions.messages('s', { limit: 9 })).toStrictEqual({ items: [], hasMore: false, hasOlder: false })
    await say(store, 's', 900)
    expect((await sessions.messages('s', { limit: 9 })).items.map(({ number }) => number)).toStrictEqual([6])
  })

  test('keeps a user message as long as its answer, and forgets the inputs of a turn with its message', async () => {
    const store = await open()
    await finished(store, 's')
    await store.sessions.step({
      sessionId: 's',
      at: 300,
      add: [sampleMessage('a', { at: 300, parentId: 'm of e of s' })],
    })
    expect(await store.sessions.pruneMessages({ sentBefore: 300, after: 0, batch: 9 })).toMatchObject({ messages: 0 })
    expect((await store.sessions.turnOf('e of s'))?.inputs).toStrictEqual({ text: 'hello' })
    expect(await store.sessions.pruneMessages({ sentBefore: 301, after: 0, batch: 9 })).toMatchObject({ messages: 2 })
    expect((await store.sessions.turnOf('e of s'))?.inputs).toStrictEqual({})
  })

  test('keeps the messages of a session with an open turn or an open question', async () => {
    const store = await open()
    await makeSession(store, 'turn')
    await store.sessions.beginTurn(sampleTurn('turn', 'e of turn'), turnMessage('e of turn'))
    await finished(store, 'question')
    await ask(store, sampleQuestion('q', { executionId: 'other', sessionId: 'question' }))
    expect(await store.sessions.pruneMessages({ sentBefore: 900, after: 0, batch: 9 })).toMatchObject({ messages: 0 })
    expect([await timesIn(store, 'turn'), await timesIn(store, 'question')]).toStrictEqual([[100], [100]])
  })

  test('removes thousands of messages in parts', async () => {
    const store = await open()
    await makeSession(store, 's')
    for (let part = 0; part < 5; part++) await say(store, 's', ...Array.from({ length: 500 }, () => 100))
    await say(store, 's', 9_000)
    expect(await store.sessions.pruneMessages({ sentBefore: 9_000, after: 0, batch: 9 })).toMatchObject({
      messages: 2500,
    })
    expect(await timesIn(store, 's')).toStrictEqual([9_000])
  })
}
