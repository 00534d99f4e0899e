import { expect, test } from 'vitest'
import type { PersonRow } from '../people-store.ts'
import { type Backend, opener } from './backend.ts'
import { sampleGrant } from './sample-records.ts'

export function samplePerson(id: string, change: Partial<PersonRow> = {}): PersonRow {
  return {
    id,
    source: 'local',
    issuer: '',
    subject: `${id}@example.com`,
    email: `${id}@example.com`,
    name: `Name of ${id}`,
    role: 'editor',
    groups: [],
    password: null,
    createdAt: 1_700_000_000_000,
    lastSeenAt: null,
    disabledAt: null,
    ...change,
  }
}

const PROVIDER = { source: 'oidc', issuer: 'https://id.example.com' } as const
const NOW = 1_700_000_000_000

export function personContract(backend: Backend): void {
  const { open, migratedDatabase } = opener(backend)

  test('finds a person by id and by issuer and subject, with all fields', async () => {
    const { people } = await open()
    const ada = samplePerson('ada')
    const full = samplePerson('bob', { ...PROVIDER, email: null, password: 'x', lastSeenAt: 5, disabledAt: 6 })
    expect(await people.create(ada)).toBe(true)
    expect(await people.create(full)).toBe(true)
    expect(await people.get('ada')).toStrictEqual(ada)
    expect(await people.bySubject(full.issuer, full.subject)).toStrictEqual(full)
    expect(await people.bySubject('', full.subject)).toBeUndefined()
    expect(await people.get('nobody')).toBeUndefined()
    expect(await people.bySubject('', 'a\0b')).toBeUndefined()
  })

  test('creates only one person with the same issuer and subject, also of several at once', async () => {
    const database = await migratedDatabase()
    const stores = [await open(database), await open(database)]
    const created = await Promise.all(
      ['a', 'b', 'c', 'd'].map((id, at) => stores[at % 2]?.people.create(samplePerson(id, { subject: 'same' }))),
    )
    expect(created.filter(Boolean)).toHaveLength(1)
  })

  test('updates the person of a provider at each sign-in, and keeps the id', async () => {
    const { people } = await open()
    const first = samplePerson('a', { ...PROVIDER, subject: '42' })
    expect(await people.signedIn(first)).toStrictEqual(first)
    await people.update('a', { disabledAt: 7 })
    const again = { ...first, id: 'b', name: 'Ada Lovelace', role: 'admin', email: 'al@example.com' } as const
    expect(await people.signedIn(again)).toStrictEqual({ ...again, id: 'a', disabledAt: 7 })
  })

  test('changes the given fields and no others', async () => {
    const { people } = await open()
    await people.create(samplePerson('a'))
    expect(await people.update('a', { role: 'viewer' })).toBe(true)
    expect(await people.update('a', { password: 'hash', name: 'Zoe' })).toBe(true)
    expect(await people.update('a', {})).toBe(true)
    expect(await people.update('nobody', { role: 'viewer' })).toBe(false)
    expect(await people.get('a')).toStrictEqual(samplePerson('a', { role: 'viewer', password: 'hash', name: 'Zoe' }))
  })

  test('lists accounts by name, then callers without one, with their live sessions', async () => {
    const { people, grants } = await open()
    await people.create(samplePerson('b', { name: 'Älva' }))
    await people.create(samplePerson('a', { name: 'zoe', password: 'x', disabledAt: 3 }))
    await people.create(samplePerson('c', { name: 'Bob' }))
    const session = { callerId: 'c', personId: 'c' }
    await grants.create(sampleGrant('1', session))
    await grants.create(sampleGrant('2', session))
    await grants.create(sampleGrant('3', { ...session, expiresAt: NOW }))
    await grants.create(sampleGrant('4', { ...session, kind: 'password' }))
    await grants.create(sampleGrant('5', { callerId: 't', callerName: 'A token', role: 'viewer' }))
    await grants.create(sampleGrant('6', { callerId: 't', callerName: 'A token', role: 'admin' }))
    const { items, total } = await people.list({ now: NOW, limit: 10, offset: 0 })
    expect(total).toBe(4)
    expect(items.map(({ id, sessions, hasPassword }) => [id, sessions, hasPassword])).toStrictEqual([
      ['c', 2, false],
      ['a', 0, true],
      ['b', 0, false],
      ['t', 2, false],
    ])
    expect(items[3]).toStrictEqual({
      id: 't',
      source: 'token',
      email: null,
      name: 'A token',
      role: 'admin',
      createdAt: null,
      lastSeenAt: NOW,
      disabledAt: null,
      hasPassword: false,
      sessions: 2,
    })
    const page = await people.list({ now: NOW, limit: 2, offset: 2 })
    expect(page.items.map(({ id }) => id)).toStrictEqual(['b', 't'])
  })

  test('reports passwords of accounts that are not disabled', async () => {
    const { people } = await open()
    expect(await people.hasPasswords()).toBe(false)
    await people.create(samplePerson('a', { password: 'x', disabledAt: 1 }))
    expect(await people.hasPasswords()).toBe(false)
    await people.update('a', { disabledAt: null })
    expect(await people.hasPasswords()).toBe(true)
  })

  test('never moves the last visit of a person back', async () => {
    const { people } = await open()
    await people.create(samplePerson('a'))
    for (const at of [50, 40]) await people.touch('a', at)
    expect((await people.get('a'))?.lastSeenAt).toBe(50)
  })

  test('stores the person and the provider session of a grant, and removes the sessions of one caller', async () => {
    const { people, grants } = await open()
    await people.create(samplePerson('a'))
    const own = { callerId: 'a', personId: 'a' }
    const session = sampleGrant('1', { ...own, providerSession: new Uint8Array([1, 2]) })
    await grants.create(session)
    await grants.create(sampleGrant('2', own))
    await grants.create(sampleGrant('3'))
    await grants.create(sampleGrant('4', { ...own, kind: 'password' }))
    const found = await grants.find('session', '1')
    expect({ ...found, providerSession: [...(found?.providerSession ?? [])] }).toEqual({
      ...session,
      providerSession: [1, 2],
    })
    expect(await grants.removeSessionsOf('a', '2')).toStrictEqual(['1'])
    expect(await grants.removeSessionsOf('a')).toStrictEqual(['2'])
    expect(await grants.find('session', '3')).toBeDefined()
    await grants.removePasswordLinks('a')
    expect(await grants.find('password', '4')).toBeUndefined()
  })

  test('rejects a grant of a person who does not exist', async () => {
    const { grants } = await open()
    await expect(grants.create(sampleGrant('x', { personId: 'nobody' }))).rejects.toThrow()
  })
}
