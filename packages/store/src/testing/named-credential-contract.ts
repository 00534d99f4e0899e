import { expect, test } from 'vitest'
import type { CredentialRecord } from '../credential-store.ts'
import { type Backend, opener } from './backend.ts'
import { sampleSave } from './sample-records.ts'

function sample(id: string, change: Partial<CredentialRecord> = {}): CredentialRecord {
  return {
    id,
    project: 'default',
    name: `name_of_${id}`,
    type: 'bearer',
    revision: 1,
    secret: new Uint8Array([0, 1, 255]),
    description: 'Größe',
    hosts: ['api.example'],
    values: { token: '__secret__:wxyz' },
    createdAt: 1_700_000_000_000,
    updatedAt: 1_700_000_000_000,
    createdBy: 'Ada',
    connection: null,
    ...change,
  }
}

const UNUSED = { usedAt: null, failure: null }
const all = { limit: 100, offset: 0 }

export function namedCredentialContract(backend: Backend): void {
  const { open } = opener(backend)

  test('finds a credential by its id and by its name', async () => {
    const { credentials } = await open()
    expect(await credentials.create(sample('a', { name: 'b' }))).toBe(true)
    expect(await credentials.create(sample('b', { name: 'a', secret: null }))).toBe(true)
    expect(await credentials.get('a')).toStrictEqual({ ...sample('a', { name: 'b' }), ...UNUSED })
    expect((await credentials.get('b'))?.id).toBe('b')
    for (const other of ['c', '', 'a\0', 'A']) expect(await credentials.get(other)).toBeUndefined()
    expect(await credentials.typesOf(['a', 'c', 'x\0'], 'default')).toStrictEqual(new Map([['a', 'bearer']]))
    await credentials.create(sample('c', { project: 'sales', type: 'sql' }))
    const types = (project: string) => credentials.typesOf(['b', 'c', 'name_of_c'], project)
    expect(await types('default')).toStrictEqual(new Map([['b', 'bearer']]))
    expect(await types('sales')).toStrictEqual(new Map(['c', 'name_of_c'].map((one) => [one, 'sql'])))
    expect(await credentials.typesOf([], 'default')).toStrictEqual(new Map())
  })

  test('rejects a name that is taken', async () => {
    const { credentials } = await open()
    expect(await credentials.create(sample('a', { name: 'main' }))).toBe(true)
    expect(await credentials.create(sample('b', { name: 'main' }))).toBe(false)
    await credentials.create(sample('c', { name: 'other' }))
    expect(await credentials.update(sample('c', { name: 'main', revision: 2 }))).toBe('taken')
  })

  test('lists credentials by name and type, in pages', async () => {
    const { credentials } = await open()
    for (const [id, type] of [
      ['b', 'basic'],
      ['a', 'bearer'],
      ['c', 'bearer'],
    ] as const) {
      await credentials.create(sample(id, { type }))
    }
    const names = async (query: Parameters<typeof credentials.list>[0]) => {
      const { items, total } = await credentials.list(query)
      return [items.map(({ id }) => id).join(''), total]
    }
    expect(await names(all)).toStrictEqual(['abc', 3])
    expect(await names({ limit: 1, offset: 1 })).toStrictEqual(['b', 3])
    expect(await names({ ...all, types: ['bearer', 'sql'] })).toStrictEqual(['ac', 2])
    expect(await names({ ...all, types: [] })).toStrictEqual(['', 0])
  })

  test('updates only the next revision, and removes', async () => {
    const { credentials } = await open()
    await credentials.create(sample('a'))
    const next = sample('a', { name: 'renamed', revision: 2, secret: null, hosts: [], type: 'sql' })
    expect(await credentials.update(next)).toBe('done')
    expect(await credentials.update(next)).toBe('stale')
    expect(await credentials.update(sample('none', { revision: 2 }))).toBe('stale')
    expect(await credentials.get('a')).toStrictEqual({ ...next, ...UNUSED })
    expect(await credentials.remove('a')).toBe(true)
    expect(await credentials.remove('a')).toBe(false)
  })

  test('records the last use, and leases to one caller at a time', async () => {
    const { credentials } = await open()
    await credentials.create(sample('a'))
    await credentials.used('a', { usedAt: 7, failure: 'HTTP 401' })
    expect(await credentials.get('a')).toMatchObject({ usedAt: 7, failure: 'HTTP 401' })
    const results = await Promise.all([credentials.lease('a', 10, 20), credentials.lease('a', 10, 20)])
    expect(results.toSorted()).toStrictEqual([false, true])
    expect(await credentials.lease('a', 20, 30)).toBe(true)
    await credentials.release('a')
    expect(await credentials.lease('a', 21, 30)).toBe(true)
  })

  test('stores the connection of a credential', async () => {
    const { credentials } = await open()
    await credentials.create(sample('a'))
    const connection = {
      account: 'ada@example.com',
      connectedAt: 5,
      connectedBy: 'Ada',
      lostAt: null,
      lostReason: null,
    }
    expect(await credentials.update(sample('a', { revision: 2, connection }))).toBe('done')
    expect((await credentials.get('a'))?.connection).toStrictEqual(connection)
  })

  test('takes a started connection once, and removes it with its credential and after its end', async () => {
    const { credentials } = await open()
    await credentials.create(sample('a'))
    const begun = (stateHash: string, expiresAt: number) => ({
      ...{ stateHash, credentialId: 'a', callerId: 'ada', sessionHash: null, secret: new Uint8Array([1, 0, 255]) },
      expiresAt,
    })
    await credentials.beginAuthorization(begun('one', 20), 10)
    await credentials.beginAuthorization(begun('two', 30), 10)
    expect(await credentials.findAuthorization('one')).toStrictEqual(begun('one', 20))
    const taken = await Promise.all([credentials.takeAuthorization('two'), credentials.takeAuthorization('two')])
    expect(taken.toSorted()).toStrictEqual([false, true])
    await credentials.beginAuthorization(begun('three', 40), 20)
    expect(await credentials.findAuthorization('one')).toBeUndefined()
    await credentials.remove('a')
    expect(await credentials.findAuthorization('three')).toBeUndefined()
  })

  test('knows the workflows that refer to a name, until they are saved without it or deleted', async () => {
    const { credentials, workflows } = await open()
    for (const id of ['w1', 'w2']) await workflows.create({ ...sampleSave(id), credentials: ['main', 'main', 'lost'] })
    const named = ['main', 'lost', 'none'].map((name) => sample(`id of ${name}`, { name }))
    expect(await credentials.usesOf(named)).toStrictEqual(
      new Map([
        ['id of main', 2],
        ['id of lost', 2],
        ['id of none', 0],
      ]),
    )
    const main = { id: 'id of main', name: 'main', project: 'default' }
    const { items, total } = await credentials.usersOf(main, { limit: 1, offset: 1 })
    expect([items.map(({ id }) => id), total]).toStrictEqual([['w2'], 2])
    expect(await workflows.update(sampleSave('w1', { revision: 2 }), 1, 10)).toBe(true)
    await workflows.remove('w2')
    expect((await credentials.usersOf(main, all)).total).toBe(0)
  })

  test('knows the workflows that refer to an id, and counts each once', async () => {
    const { credentials, workflows } = await open()
    const saved = { w1: ['main', 'the-id'], w2: ['the-id'], w3: ['main'], w4: ['other'] }
    for (const [id, names] of Object.entries(saved)) await workflows.create({ ...sampleSave(id), credentials: names })
    const elsewhere = sampleSave('w5', { project: 'sales' })
    await workflows.create({ ...elsewhere, credentials: ['the-id'] })
    const main = sample('the-id', { name: 'main' })
    expect(await credentials.usesOf([main, sample('x')])).toStrictEqual(new Map(Object.entries({ 'the-id': 3, x: 0 })))
    const { items, total } = await credentials.usersOf(main, { limit: 2, offset: 1 })
    expect([items.map(({ id }) => id), total]).toStrictEqual([['w2', 'w3'], 3])
  })

  test('knows the workflows by what is published, too', async () => {
    const { credentials, workflows } = await open()
    await workflows.create({ ...sampleSave('w', { isManual: true }), credentials: ['old'] })
    const publication = { id: 'w', revision: 1, expected: 1, at: 5, triggers: [] }
    const users = async (name: string) => (await credentials.usersOf(sample('none', { name }), all)).total
    expect(await workflows.publish({ ...publication, credentials: ['new', 'old', 'new'] })).toBe(true)
    expect([await users('old'), await users('new')]).toStrictEqual([1, 1])
    // A publication that fails changes nothing.
    expect(await workflows.publish({ ...publication, expected: 2, credentials: [] })).toBe(false)
    expect([await users('old'), await users('new')]).toStrictEqual([1, 1])
    expect(await workflows.publish({ ...publication, credentials: ['new'] })).toBe(true)
    expect([await users('old'), await users('new')]).toStrictEqual([0, 1])
  })
}
