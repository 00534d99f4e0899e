import { expect, test } from 'vitest'
import type { MemoryOwner } from '../playground-store.ts'
import { type Backend, opener } from './backend.ts'
import { HOSTILE, makeSession } from './conversation-samples.ts'
import { makeExecution } from './execution-samples.ts'
import { upTo } from './sample-records.ts'

const owners = [
  { kind: 'session', id: 'same' },
  { kind: 'workflow', id: 'same' },
  { kind: 'execution', id: 'same' },
] as const satisfies readonly MemoryOwner[]

const says = (...contents: readonly string[]) => contents.map((content) => ({ role: 'user', content }))

export function memoryContract(backend: Backend): void {
  const { open, openSql, migratedDatabase } = opener(backend)

  /** A store with one owner of each kind, all with the same id. */
  const withOwners = async (database?: string) => {
    const store = await open(database)
    await makeSession(store, 'same', { workflowId: 'same' })
    await makeExecution(store, { id: 'same' })
    return store
  }

  test.each(owners)('keeps the newest messages of a $kind, oldest first', async (owner) => {
    const { memories } = await withOwners()
    const read = () => memories.remember(owner, 'never', { messages: [], max: 9 })
    expect(await read()).toStrictEqual([])
    expect(await memories.remember(owner, 'k1', { messages: says('a', 'b'), max: 3 })).toStrictEqual(says('a', 'b'))
    expect(await memories.remember(owner, 'k2', { messages: says('c', 'd'), max: 3 })).toStrictEqual(
      says('b', 'c', 'd'),
    )
    expect(await read()).toStrictEqual(says('b', 'c', 'd'))
    // Reading fewer messages does not remove the others.
    expect(await memories.remember(owner, 'k3', { messages: [], max: 1 })).toStrictEqual(says('d'))
    expect(await read()).toStrictEqual(says('b', 'c', 'd'))
    expect(await memories.remember(owner, 'k3', { messages: says('e'), max: 2 })).toStrictEqual(says('d', 'e'))
    expect(await read()).toStrictEqual(says('d', 'e'))
    expect(await memories.remember(owner, 'k4', { messages: says('f', 'g', 'h'), max: 2 })).toStrictEqual(
      says('g', 'h'),
    )
    expect(await read()).toStrictEqual(says('g', 'h'))
    expect(await memories.remember(owner, 'k5', { messages: says('i'), max: 0 })).toStrictEqual([])
    expect(await read()).toStrictEqual([])
    for (const other of owners.filter(({ kind }) => kind !== owner.kind)) {
      expect(await memories.remember(other, 'never', { messages: [], max: 9 })).toStrictEqual([])
    }
  })

  test('adds messages only once under the same key', async () => {
    const { memories } = await withOwners()
    const [owner, other] = owners
    const add = (key: string, content: string) => memories.remember(owner, key, { messages: says(content), max: 5 })
    await add('k1', 'a')
    await add('k2', 'b')
    expect(await add('k1', 'c')).toStrictEqual(says('a', 'b'))
    expect(await memories.remember(other, 'k1', { messages: says('c'), max: 5 })).toStrictEqual(says('c'))
    // Also after they were evicted or cleared.
    for (const n of upTo(10)) await add(`n${n}`, `${n}`)
    expect(await add('k1', 'd')).toStrictEqual(says('6', '7', '8', '9', '10'))
    await memories.clear(owner)
    expect(await add('k1', 'd')).toStrictEqual([])
    expect(await add('k3', 'e')).toStrictEqual(says('e'))
    expect(await memories.remember(other, '', { messages: [], max: 5 })).toStrictEqual(says('c'))
  })

  test('distinguishes similar keys, and keeps the last thousand', async () => {
    const database = await migratedDatabase()
    const { memories } = await withOwners(database)
    const [owner] = owners
    const add = (key: string) => memories.remember(owner, key, { messages: says(key), max: 2000 })
    for (const key of HOSTILE) await add(key)
    expect(await add('')).toStrictEqual(says(...HOSTILE))
    const sql = openSql(database)
    await sql.run('UPDATE memory_owners SET steps = steps + 995', [])
    await add('one more')
    const [row] = await sql.all<{ keys: number }>('SELECT count(*) AS keys FROM memory_keys', [])
    expect(row?.keys).toBe(HOSTILE.length + 1 - 4)
    expect(await add('')).toStrictEqual(says(...HOSTILE, 'one more'))
  })

  test('adds once under one key and loses nothing under different keys for concurrent writers', async () => {
    const database = await migratedDatabase()
    const stores = [await withOwners(database), await open(database)] as const
    const [owner] = owners
    await Promise.all(
      upTo(16).map((n) =>
        stores[n % 2 === 0 ? 0 : 1].memories.remember(owner, `k${n % 8}`, {
          messages: says(`${n % 8} first`, `${n % 8} second`),
          max: 100,
        }),
      ),
    )
    const all = await stores[0].memories.remember(owner, '', { messages: [], max: 100 })
    expect(all).toHaveLength(16)
    for (const [at, { content }] of all.entries()) {
      if (at % 2 === 1) expect(content).toBe(all[at - 1]?.content.replace('first', 'second'))
    }
  })

  test('remembers messages with any characters', async () => {
    const { memories } = await withOwners()
    const messages = HOSTILE.map((text) => ({ role: text, content: text }))
    expect(await memories.remember(owners[0], 'k', { messages, max: 100 })).toStrictEqual(messages)
  })

  test('stores nothing for a missing owner, and returns the new messages', async () => {
    const store = await open()
    for (const id of ['gone', 'gone\0']) {
      for (const { kind } of owners) {
        const owner = { kind, id }
        const answer = await store.memories.remember(owner, 'k', { messages: says('a', 'b'), max: 1 })
        expect(answer).toStrictEqual(says('b'))
        expect(await store.memories.remember(owner, 'k', { messages: [], max: 1 })).toStrictEqual([])
        await store.memories.clear(owner)
      }
    }
  })
}
