import { expect, test } from 'vitest'
import type { Store } from '../store.ts'
import { type Backend, opener } from './backend.ts'
import {
  ask,
  HOSTILE,
  makeSession,
  sampleMessage,
  sampleQuestion,
  sampleSession,
  sampleTurn,
  turnMessage,
} from './conversation-samples.ts'
import { sampleSave, upTo } from './sample-records.ts'

const PAGE = { limit: 100, offset: 0 }

export function sessionContract(backend: Backend): void {
  const { open, openSql, migratedDatabase } = opener(backend)

  const rowsOf = async (database: string) => {
    const sql = openSql(database)
    const counts: Record<string, number> = {}
    for (const table of ['sessions', 'messages', 'turns', 'interrupts', 'memory_owners', 'memories', 'memory_keys']) {
      counts[table] = (await sql.all<{ rows: number }>(`SELECT count(*) AS rows FROM ${table}`, []))[0]?.rows ?? -1
    }
    return counts
  }
  const nothing = { sessions: 0, messages: 0, turns: 0, interrupts: 0, memory_owners: 0, memories: 0, memory_keys: 0 }

  /** A session with one of everything. */
  const fill = async (store: Store, id: string, executionId: string) => {
    await makeSession(store, id)
    await store.sessions.beginTurn(sampleTurn(id, executionId), turnMessage(executionId))
    await ask(store, sampleQuestion(`q of ${executionId}`, { executionId, sessionId: id }))
    const add = { messages: [{ role: 'user', content: 'x' }], max: 5 }
    await store.memories.remember({ kind: 'session', id }, 'k', add)
    await store.memories.remember({ kind: 'execution', id: executionId }, 'k', add)
  }

  test('creates an idle and empty session and reads it back', async () => {
    const { workflows, sessions } = await open()
    await workflows.create(sampleSave('w'))
    const session = sampleSession('a', { metadata: { by: 'Ada', deep: { list: [1, null] } } })
    expect(await sessions.create(session)).toBe(true)
    const stored = { ...session, status: 'idle', lastMessage: 0, lastChange: 0, resetAt: 0 }
    expect(await sessions.get('a')).toStrictEqual(stored)
    expect(await sessions.list('w', PAGE)).toStrictEqual({ items: [stored], total: 1 })
    await expect(sessions.create(session)).rejects.toThrow()
    expect(await sessions.count('w')).toBe(1)
  })

  test('rejects a session of a missing workflow, and finds nothing for a missing session', async () => {
    const { sessions } = await open()
    expect(await sessions.create(sampleSession('a'))).toBe(false)
    expect(await sessions.create(sampleSession('a', { workflowId: 'w\0' }))).toBe(false)
    for (const id of ['a', 'a\0']) {
      expect(await sessions.get(id)).toBeUndefined()
      expect(await sessions.remove(id)).toBe(false)
      expect(await sessions.list(id, PAGE)).toStrictEqual({ items: [], total: 0 })
      expect(await sessions.count(id)).toBe(0)
      expect(await sessions.turns([id], 10)).toStrictEqual([])
      expect(await sessions.openTurn(id)).toBeUndefined()
      expect(await sessions.turnOf(id)).toBeUndefined()
      expect(await sessions.message(id, id)).toBeUndefined()
      expect(await sessions.changedSince(id, 0, 10)).toStrictEqual([])
      expect(await sessions.said(id, 10, 10)).toStrictEqual([])
      expect(await sessions.messages(id, { limit: 5 })).toStrictEqual({ items: [], hasMore: false, hasOlder: false })
      expect(await sessions.step({ sessionId: id, at: 1 })).toBeUndefined()
      expect(await sessions.beginTurn(sampleTurn(id, 'e'), turnMessage('e'))).toBeUndefined()
    }
  })

  test('lists sessions newest first, and counts removed ones too', async () => {
    const store = await open()
    await store.workflows.create(sampleSave('w'))
    await store.workflows.create(sampleSave('v'))
    for (const id of 'abcd') await store.sessions.create(sampleSession(id, { workflowId: id === 'b' ? 'v' : 'w' }))
    const ids = async (page: typeof PAGE) => (await store.sessions.list('w', page)).items.map(({ id }) => id).join('')
    expect([await ids(PAGE), await ids({ limit: 1, offset: 1 })]).toStrictEqual(['dca', 'c'])
    expect((await store.sessions.list('w', { limit: 1, offset: 0 })).total).toBe(3)
    expect(await store.sessions.remove('d')).toBe(true)
    expect([await ids(PAGE), await store.sessions.count('w'), await store.sessions.count('v')]).toStrictEqual([
      'ca',
      3,
      1,
    ])
  })

  test('stores names, messages, metadata, inputs and node ids with any characters', async () => {
    const store = await open()
    for (const [at, text] of HOSTILE.entries()) {
      const [id, executionId] = [`s${at}`, `e${at}`]
      const odd = { [text]: text, list: [text] }
      await makeSession(store, id, { name: text, metadata: odd })
      expect(await store.sessions.get(id)).toMatchObject({ name: text, metadata: odd })
      const message = turnMessage(executionId, { content: text, nodeId: text, metadata: odd })
      const begun = await store.sessions.beginTurn({ ...sampleTurn(id, executionId), inputs: odd }, message)
      expect(begun).toStrictEqual({ ...message, sessionId: id, number: 1, change: 1 })
      expect(await store.sessions.message(id, message.id)).toStrictEqual(begun)
      expect((await store.sessions.openTurn(id))?.inputs).toStrictEqual(odd)
      const change = { id: message.id, content: `${text}${text}`, metadata: { more: text } }
      const done = await store.sessions.step({ sessionId: id, at: 1, change: [change] })
      expect(done?.messages).toMatchObject([{ content: `${text}${text}`, metadata: { ...odd, more: text } }])
      expect(await store.sessions.message(id, message.id)).toStrictEqual(done?.messages[0])
    }
  })

  test('begins a turn with a message only if the session is idle', async () => {
    const { sessions, ...store } = await open()
    await makeSession({ sessions, ...store }, 'a')
    const message = await sessions.beginTurn(sampleTurn('a', 'e1'), turnMessage('e1', { at: 77 }))
    expect(message).toStrictEqual({ ...turnMessage('e1', { at: 77 }), sessionId: 'a', number: 1, change: 1 })
    expect(await sessions.get('a')).toMatchObject({ status: 'running', lastMessage: 1, lastChange: 2, updatedAt: 77 })
    const turn = { ...sampleTurn('a', 'e1'), status: 'running', seen: {} }
    expect(await sessions.openTurn('a')).toStrictEqual(turn)
    expect(await sessions.turnOf('e1')).toStrictEqual(turn)
    for (const status of ['running', 'awaiting_input', 'completed', 'failed'] as const) {
      await sessions.step({ sessionId: 'a', at: 1, status })
      expect(await sessions.beginTurn(sampleTurn('a', 'e2'), turnMessage('e2'))).toBe('busy')
    }
    expect(await sessions.turnOf('e2')).toBeUndefined()
    await sessions.step({ sessionId: 'a', at: 1, status: 'idle' })
    expect(await sessions.beginTurn(sampleTurn('a', 'e2'), turnMessage('e2'))).toMatchObject({ number: 2 })
  })

  test('begins exactly one of several concurrent turns', async () => {
    const database = await migratedDatabase()
    const stores = [await open(database), await open(database)] as const
    await makeSession(stores[0], 'a')
    for (const round of upTo(3)) {
      const answers = await Promise.all(
        upTo(8).map((n) => {
          const execution = `e${round} ${n}`
          return stores[n % 2 === 0 ? 0 : 1].sessions.beginTurn(sampleTurn('a', execution), turnMessage(execution))
        }),
      )
      expect(answers.filter((answer) => answer === 'busy')).toHaveLength(7)
      expect(answers.filter((answer) => typeof answer === 'object')).toMatchObject([{ number: round }])
      await stores[0].sessions.step({ sessionId: 'a', at: 1, status: 'idle' })
    }
    expect(await stores[1].sessions.turns(['a'], 10)).toHaveLength(3)
  })

  test('numbers concurrent steps without gaps and duplicates', async () => {
    const database = await migratedDatabase()
    const stores = [await open(database), await open(database)] as const
    await makeSession(stores[0], 'a')
    const answers = await Promise.all(
      upTo(12).map((n) => {
        const add = upTo(n % 3 === 0 ? 20 : 2).map((k) => sampleMessage(`${n} ${k}`))
        return stores[n % 2 === 0 ? 0 : 1].sessions.step({ sessionId: 'a', at: n, add })
      }),
    )
    const written = answers.flatMap((answer) => answer?.messages ?? [])
    expect(answers.filter((answer) => answer === undefined)).toStrictEqual([])
    const { items } = await stores[0].sessions.messages('a', { since: 0, limit: 1000 })
    expect(items.map(({ number }) => number)).toStrictEqual(upTo(4 * 20 + 8 * 2))
    expect(items.map(({ change }) => change)).toStrictEqual(upTo(4 * 20 + 8 * 2))
    expect([...written].sort((a, b) => a.number - b.number)).toStrictEqual(items)
    expect(await stores[1].sessions.get('a')).toMatchObject({ lastMessage: 96, lastChange: 96 })
  })

  test('gives each message that a step adds or changes its own change number', async () => {
    const store = await open()
    const { sessions } = store
    await makeSession(store, 'a')
    const first = sampleMessage('m1', { status: 'pending', metadata: { kept: 1, replaced: { deep: 1 } } })
    await sessions.step({ sessionId: 'a', at: 20, add: [first, sampleMessage('m2')] })
    const done = await sessions.step({
      sessionId: 'a',
      at: 30,
      status: 'awaiting_input',
      add: [sampleMessage('m3')],
      change: [
        { id: 'm1', status: 'completed' },
        { id: 'm1', metadata: { replaced: 2, added: null } },
        { id: 'm3', content: 'at once another' },
      ],
    })
    expect(done?.session).toStrictEqual(await sessions.get('a'))
    expect(done?.session).toMatchObject({ status: 'awaiting_input', updatedAt: 102, lastMessage: 3, lastChange: 5 })
    expect(done?.messages).toStrictEqual([
      { ...sampleMessage('m3', { at: 102 }), sessionId: 'a', number: 3, change: 3, content: 'at once another' },
      {
        ...{ ...first, sessionId: 'a', number: 1, change: 4, status: 'completed' },
        metadata: { kept: 1, replaced: 2, added: null },
      },
    ])
    expect(await sessions.changedSince('a', 2, 10)).toStrictEqual(done?.messages)
    expect((await sessions.changedSince('a', 0, 2)).map(({ id }) => id)).toStrictEqual(['m2', 'm3'])
    expect(await sessions.changedSince('a', 5, 10)).toStrictEqual([])
    expect(await sessions.step({ sessionId: 'a', at: 31, status: 'idle', ifStatus: 'running' })).toBeUndefined()
    // Setting the current status changes nothing.
    expect((await sessions.step({ sessionId: 'a', at: 31, status: 'awaiting_input' }))?.session.lastChange).toBe(5)
    expect((await sessions.step({ sessionId: 'a', at: 32, status: 'idle' }))?.session.lastChange).toBe(6)
  })

  test('renames a session with any text, as a change of the session', async () => {
    const store = await open()
    const { sessions } = store
    await makeSession(store, 'a')
    for (const [at, name] of ['Saturday', ...HOSTILE].entries()) {
      const done = await sessions.step({ sessionId: 'a', at: 20, name })
      expect(done?.session).toMatchObject({ name, status: 'idle', lastMessage: 0, lastChange: at + 1 })
      expect(await sessions.get('a')).toStrictEqual(done?.session)
    }
    expect((await sessions.step({ sessionId: 'a', at: 21, status: 'running' }))?.session.name).toBe(HOSTILE.at(-1))
  })

  test('writes a step completely or not at all', async () => {
    const store = await open()
    const { sessions } = store
    await makeSession(store, 'a')
    await makeSession(store, 'b')
    await sessions.beginTurn(sampleTurn('a', 'e'), turnMessage('e'))
    await sessions.step({ sessionId: 'b', at: 1, add: [sampleMessage('other')] })
    const before = [await sessions.get('a'), await sessions.openTurn('a'), await sessions.messages('a', { limit: 9 })]
    const add = [sampleMessage('new')]
    const turn = { executionId: 'e', expect: {}, seen: { e: 1 } }
    for (const broken of [
      { add, turn: { ...turn, expect: { e: 1 } } },
      { add, turn: { ...turn, executionId: 'nobody' } },
      { add, turn, change: [{ id: 'nobody' }] },
      { add, turn, change: [{ id: 'other' }] },
    ]) {
      expect(await sessions.step({ sessionId: 'a', at: 9, status: 'failed', ...broken })).toBeUndefined()
    }
    expect(await sessions.step({ sessionId: 'b', at: 9, add, turn })).toBeUndefined()
    await expect(sessions.step({ sessionId: 'a', at: 9, turn, add: [...add, ...add] })).rejects.toThrow('different ids')
    await expect(sessions.step({ sessionId: 'a', at: 9, turn, add: [turnMessage('e')] })).rejects.toThrow()
    const after = [await sessions.get('a'), await sessions.openTurn('a'), await sessions.messages('a', { limit: 9 })]
    expect(after).toStrictEqual(before)
  })

  test('advances a turn once from its expected state', async () => {
    const store = await open()
    const { sessions } = store
    await makeSession(store, 'a')
    await sessions.beginTurn(sampleTurn('a', 'e'), turnMessage('e'))
    const step = (expect: Record<string, number>, seen: Record<string, number>, status?: 'completed') =>
      sessions.step({ sessionId: 'a', at: 1, turn: { executionId: 'e', expect, seen, ...(status && { status }) } })
    const odd = JSON.parse('{"__proto__": 1, "2": 1, "10": 1}')
    expect(await step({}, { e: 3, child: 1, ...odd })).toBeDefined()
    expect(await step({}, { e: 3 })).toBeUndefined()
    expect(await step({ e: 3 }, { e: 4 })).toBeUndefined()
    // In any order of keys.
    const racing = await Promise.all(upTo(4).map((n) => step({ ...odd, child: 1, e: 3 }, { e: 4, n })))
    expect(racing.filter(Boolean)).toHaveLength(1)
    const seen = (await sessions.openTurn('a'))?.seen ?? {}
    expect(seen).toMatchObject({ e: 4 })
    expect(await step(seen, { e: 5 }, 'completed')).toBeDefined()
    expect(await sessions.openTurn('a')).toBeUndefined()
    expect(await sessions.turnOf('e')).toMatchObject({ status: 'completed', seen: { e: 5 } })
  })

  test('lists the newest turns of each session, oldest first and without inputs', async () => {
    const store = await open()
    for (const id of 'abc') await makeSession(store, id)
    for (const execution of ['a1', 'b1', 'a2', 'a3', 'c1']) {
      const sessionId = execution[0] ?? ''
      await store.sessions.beginTurn(sampleTurn(sessionId, execution), turnMessage(execution))
      await store.sessions.step({ sessionId, at: 1, status: 'idle' })
    }
    const turns = async (ids: string[], limit: number) =>
      (await store.sessions.turns(ids, limit)).map(({ executionId }) => executionId).join(' ')
    expect(await turns(['a', 'b', 'b', 'missing', 'a\0'], 2)).toBe('b1 a2 a3')
    expect(await turns(['a', 'b', 'c', ...upTo(300).map(String)], 9)).toBe('a1 b1 a2 a3 c1')
    expect(await turns([], 9)).toBe('')
    expect(await store.sessions.turns(['c'], 1)).toStrictEqual([
      { ...sampleTurn('c', 'c1'), inputs: {}, status: 'running', seen: {} },
    ])
  })

  test('finds unfinished turns when the database is opened again', async () => {
    const database = await migratedDatabase()
    const first = await open(database)
    for (const id of ['s3', 's1', 's2', 's4']) {
      await makeSession(first, id)
      await first.sessions.beginTurn(sampleTurn(id, `e of ${id}`), turnMessage(`e of ${id}`))
    }
    const end = { executionId: 'e of s2', expect: {}, seen: { 'e of s2': 3 }, status: 'failed' } as const
    await first.sessions.step({ sessionId: 's2', at: 1, turn: end })
    await first.close()
    const { sessions } = await open(database)
    const found = await sessions.openTurns('', 2)
    expect(found.map(({ sessionId }) => sessionId)).toStrictEqual(['s1', 's3'])
    expect(found[0]).toStrictEqual({ ...sampleTurn('s1', 'e of s1'), status: 'running', seen: {} })
    expect((await sessions.openTurns('s3', 2)).map(({ sessionId }) => sessionId)).toStrictEqual(['s4'])
    expect(await sessions.openTurns('s4', 2)).toStrictEqual([])
  })

  test('removes all data of a session, and no data of others', async () => {
    const database = await migratedDatabase()
    const store = await open(database)
    await fill(store, 'a', 'ea')
    await fill(store, 'b', 'eb')
    await store.sessions.step({ sessionId: 'a', at: 1, add: upTo(2500).map((n) => sampleMessage(`${n}`)) })
    expect(await store.sessions.remove('a')).toBe(true)
    expect(await store.sessions.remove('a')).toBe(false)
    expect(await rowsOf(database)).toStrictEqual({
      ...{ sessions: 1, messages: 1, turns: 1, interrupts: 1, memory_owners: 3, memories: 3, memory_keys: 3 },
    })
    expect(await store.executions.get('ea')).toBeDefined()
    // An execution that outlives its session keeps its questions.
    await ask(store, sampleQuestion('late', { executionId: 'ea', sessionId: 'a' }))
    expect(await store.interrupts.get('late')).toBeDefined()
  })

  test('removes the sessions and memories of a deleted workflow', async () => {
    const database = await migratedDatabase()
    const store = await open(database)
    await fill(store, 'a', 'ea')
    await fill(store, 'b', 'eb')
    const add = { messages: [{ role: 'user', content: 'x' }], max: 5 }
    await store.memories.remember({ kind: 'workflow', id: 'w' }, 'k', add)
    expect(await store.workflows.remove('w')).toBe(true)
    expect(await rowsOf(database)).toStrictEqual(nothing)
  })
}
