import { expect, test } from 'vitest'
import type { Store } from '../store.ts'
import { type Backend, opener } from './backend.ts'
import { ask, makeSession, sampleQuestion, sampleTurn, turnMessage } from './conversation-samples.ts'
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
}
