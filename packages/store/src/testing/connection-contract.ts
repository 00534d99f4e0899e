import { expect, test } from 'vitest'
import type { ConnectionRecord } from '../ai-store.ts'
import { type Backend, opener } from './backend.ts'
import { HOSTILE } from './conversation-samples.ts'
import { upTo } from './sample-records.ts'

function sampleConnection(id: string, change: Partial<ConnectionRecord> = {}): ConnectionRecord {
  return {
    id,
    name: `Name of ${id}`,
    provider: 'openai',
    baseUrl: null,
    secret: null,
    hint: '',
    createdAt: 1_700_000_000_000,
    updatedAt: 1_700_000_000_000,
    createdBy: 'Ada',
    ...change,
  }
}

const all = { limit: 100, offset: 0 }

export function connectionContract(backend: Backend): void {
  const { open, migratedDatabase } = opener(backend)

  test('finds a connection by its id and by its name, ignoring case', async () => {
    const { connections } = await open()
    const connection = sampleConnection('a', {
      name: 'Große Straße',
      baseUrl: 'http://localhost:11434/v1',
      secret: new Uint8Array([0, 1, 255]),
      hint: '…wxyz',
    })
    expect(await connections.create(connection)).toBe(true)
    for (const idOrName of ['a', 'Große Straße', 'große STRAßE']) {
      expect(await connections.get(idOrName)).toStrictEqual(connection)
    }
    for (const other of ['A', 'Große', '', 'a\0']) expect(await connections.get(other)).toBeUndefined()
  })

  test('prefers an id to a name that looks like it', async () => {
    const { connections } = await open()
    await connections.create(sampleConnection('a', { name: 'b' }))
    await connections.create(sampleConnection('b', { name: 'a' }))
    expect((await connections.get('a'))?.id).toBe('a')
    expect((await connections.get('A'))?.id).toBe('b')
  })

  test('rejects a name that is already taken, ignoring case, and a duplicate id', async () => {
    const { connections } = await open()
    expect(await connections.create(sampleConnection('a', { name: 'Main' }))).toBe(true)
    expect(await connections.create(sampleConnection('b', { name: 'MAIN' }))).toBe(false)
    expect(await connections.create(sampleConnection('a', { name: 'Other' }))).toBe(false)
    expect((await connections.list(all)).items).toStrictEqual([sampleConnection('a', { name: 'Main' })])
  })

  test('lists connections by name, ignoring case, in pages', async () => {
    const { connections } = await open()
    expect(await connections.list(all)).toStrictEqual({ items: [], total: 0 })
    for (const [at, name] of ['b', 'Ä', 'a', 'C', 'B2'].entries()) {
      await connections.create(sampleConnection(`${at}`, { name }))
    }
    const names = async (page: { limit: number; offset: number }) => {
      const { items, total } = await connections.list(page)
      return [total, ...items.map(({ name }) => name)]
    }
    expect(await names(all)).toStrictEqual([5, 'a', 'b', 'B2', 'C', 'Ä'])
    expect(await names({ limit: 2, offset: 1 })).toStrictEqual([5, 'b', 'B2'])
    expect(await names({ limit: 2, offset: 9 })).toStrictEqual([5])
  })

  test('replaces a connection, and reports a taken name or a missing connection', async () => {
    const { connections } = await open()
    await connections.create(sampleConnection('a', { secret: new Uint8Array([1]) }))
    await connections.create(sampleConnection('b', { name: 'Taken' }))
    const changed = sampleConnection('a', { name: 'NAME OF A', provider: 'ollama', hint: 'x', updatedAt: 5 })
    expect(await connections.update(changed)).toBe('done')
    expect(await connections.get('a')).toStrictEqual(changed)
    expect(await connections.update({ ...changed, name: 'tAKEN' })).toBe('taken')
    expect(await connections.update(sampleConnection('c'))).toBe('missing')
    expect(await connections.update(sampleConnection('c\0'))).toBe('missing')
    expect(await connections.get('a')).toStrictEqual(changed)
    expect(await connections.update({ ...changed, name: 'New' })).toBe('done')
    expect(await connections.get('name of a')).toBeUndefined()
    expect(await connections.create(sampleConnection('d', { name: 'name of a' }))).toBe(true)
  })

  test('removes a connection and frees its name', async () => {
    const { connections } = await open()
    await connections.create(sampleConnection('a'))
    expect(await connections.remove('a')).toBe(true)
    expect(await connections.remove('a')).toBe(false)
    expect(await connections.remove('a\0')).toBe(false)
    expect(await connections.get('a')).toBeUndefined()
    expect(await connections.create(sampleConnection('b', { name: 'Name of a' }))).toBe(true)
  })

  test('gives a name to one of several concurrent creates', async () => {
    const database = await migratedDatabase()
    const stores = [(await open(database)).connections, (await open(database)).connections] as const
    const each = <T>(work: (store: (typeof stores)[number], n: number) => Promise<T>) =>
      Promise.all(upTo(8).map((n) => work(stores[n % 2 === 0 ? 0 : 1], n)))
    const created = await each((store, n) => store.create(sampleConnection(`${n}`, { name: 'Same' })))
    expect(created.filter(Boolean)).toHaveLength(1)
    await each((store, n) => store.create(sampleConnection(`${n + 10}`)))
    const updated = await each((store, n) => store.update(sampleConnection(`${n + 10}`, { name: 'One' })))
    expect(updated.toSorted()).toStrictEqual(['done', ...upTo(7).map(() => 'taken')])
  })

  test('stores connections with any characters', async () => {
    const { connections } = await open()
    for (const [at, text] of HOSTILE.entries()) {
      const connection = sampleConnection(`${at}`, {
        ...{ name: text, provider: text, baseUrl: text, hint: text, createdBy: text },
      })
      expect(await connections.create(connection)).toBe(true)
      expect(await connections.get(`${at}`)).toStrictEqual(connection)
      expect(await connections.get(text)).toStrictEqual(connection)
    }
    expect((await connections.list(all)).total).toBe(HOSTILE.length)
  })
}
