import { expect, test } from 'vitest'
import { type Backend, opener } from './backend.ts'
import { samplePerson } from './person-contract.ts'
import { sampleGrant, sampleToken, upTo } from './sample-records.ts'

export function credentialContract(backend: Backend): void {
  const { open, migratedDatabase } = opener(backend)

  test('finds a token by its hash with all fields', async () => {
    const { tokens } = await open()
    const plain = sampleToken('a')
    const full = sampleToken('b', {
      role: 'admin',
      expiresAt: 1_800_000_000_000,
      lastUsedAt: 1_750_000_000_000,
      owner: 'ada',
    })
    await tokens.create(plain)
    await tokens.create(full)
    expect(await tokens.byHash('hash of a')).toStrictEqual(plain)
    expect(await tokens.byHash('hash of b')).toStrictEqual(full)
    expect(await tokens.byHash('HASH OF A')).toBeUndefined()
  })

  test('rejects a second token with the same id or hash', async () => {
    const { tokens } = await open()
    await tokens.create(sampleToken('a'))
    await expect(tokens.create(sampleToken('a', { hash: 'other' }))).rejects.toThrow()
    await expect(tokens.create(sampleToken('b', { hash: 'hash of a' }))).rejects.toThrow()
    expect((await tokens.list({ limit: 10, offset: 0 })).total).toBe(1)
  })

  test('lists tokens newest first, in pages, ties by id', async () => {
    const { tokens } = await open()
    for (const [id, createdAt] of [
      ['a', 1],
      ['b', 3],
      ['c', 2],
      ['d', 3],
    ] as const) {
      await tokens.create(sampleToken(id, { createdAt }))
    }
    const page = async (limit: number, offset: number) => {
      const { items, total } = await tokens.list({ limit, offset })
      return [items.map((token) => token.id).join(''), total]
    }
    expect(await page(10, 0)).toStrictEqual(['dbca', 4])
    expect(await page(2, 1)).toStrictEqual(['bc', 4])
    expect(await page(2, 4)).toStrictEqual(['', 4])
  })

  test('lists tokens with their owners, also with an owner who does not exist', async () => {
    const { tokens, people } = await open()
    await people.create(samplePerson('ada'))
    await people.create(samplePerson('bob', { disabledAt: 7 }))
    for (const [id, owner] of Object.entries({ a: null, b: 'ada', c: 'bob', d: 'nobody' })) {
      await tokens.create(sampleToken(id, { owner }))
    }
    const { items } = await tokens.list({ limit: 10, offset: 0 })
    expect(items.map(({ owner, ownerName, ownerDisabledAt }) => [owner, ownerName, ownerDisabledAt])).toEqual([
      ['nobody', null, null],
      ['bob', 'Name of bob', 7],
      ['ada', 'Name of ada', null],
      [null, null, null],
    ])
    expect((await tokens.get('c'))?.owner).toBe('bob')
  })

  test('never moves the last use of a token back', async () => {
    const { tokens } = await open()
    await tokens.create(sampleToken('a'))
    await tokens.touch('a', 50)
    await tokens.touch('a', 40)
    expect((await tokens.byHash('hash of a'))?.lastUsedAt).toBe(50)
    await tokens.touch('a', 60)
    await tokens.touch('nobody', 60)
    expect((await tokens.byHash('hash of a'))?.lastUsedAt).toBe(60)
  })

  test('removes a token with its sessions and tickets', async () => {
    const { tokens, grants } = await open()
    await tokens.create(sampleToken('a'))
    await tokens.create(sampleToken('b'))
    await grants.create(sampleGrant('of a', { tokenId: 'a' }))
    await grants.create(sampleGrant('of a', { tokenId: 'a', kind: 'ticket' }))
    await grants.create(sampleGrant('of b', { tokenId: 'b' }))
    await grants.create(sampleGrant('of none'))
    expect(await tokens.remove('a')).toBe(true)
    expect(await tokens.remove('a')).toBe(false)
    expect(await tokens.byHash('hash of a')).toBeUndefined()
    expect(await grants.find('session', 'of a')).toBeUndefined()
    expect(await grants.find('ticket', 'of a')).toBeUndefined()
    expect(await grants.find('session', 'of b')).toBeDefined()
    expect(await grants.find('session', 'of none')).toBeDefined()
  })

  test('rejects a grant for a token that has been revoked', async () => {
    const { grants } = await open()
    await expect(grants.create(sampleGrant('x', { tokenId: 'revoked' }))).rejects.toThrow()
  })

  test('finds a grant by kind and hash, also more than once', async () => {
    const { grants } = await open()
    const session = sampleGrant('h')
    const link = sampleGrant('h', { kind: 'link', role: 'viewer', callerName: 'Bob' })
    await grants.create(session)
    await grants.create(link)
    for (const _ of upTo(2)) {
      expect(await grants.find('session', 'h')).toStrictEqual(session)
      expect(await grants.find('link', 'h')).toStrictEqual(link)
    }
    expect(await grants.find('ticket', 'h')).toBeUndefined()
    await expect(grants.create(session)).rejects.toThrow()
  })

  test('stores the credential expiry and the session of a ticket', async () => {
    const { grants } = await open()
    const ticket = sampleGrant('t', { kind: 'ticket', credentialExpiresAt: 1_800_000_000_000, sessionHash: 's' })
    await grants.create(ticket)
    expect(await grants.take('ticket', 't')).toStrictEqual(ticket)
  })

  test('lists live sessions newest first, in pages, without links and tickets', async () => {
    const { grants } = await open()
    for (const [hash, createdAt, expiresAt] of [
      ['a', 1, 100],
      ['b', 3, 100],
      ['c', 2, 50],
      ['d', 3, 100],
    ] as const) {
      await grants.create(sampleGrant(hash, { createdAt, expiresAt }))
    }
    await grants.create(sampleGrant('l', { kind: 'link', expiresAt: 100 }))
    await grants.create(sampleGrant('t', { kind: 'ticket', expiresAt: 100 }))
    const page = async (limit: number, offset: number) => {
      const { items, total } = await grants.listSessions({ now: 50, limit, offset })
      return [items.map(({ hash }) => hash).join(''), total]
    }
    expect(await page(10, 0)).toStrictEqual(['bda', 3])
    expect(await page(1, 1)).toStrictEqual(['d', 3])
  })

  test('removes all sessions except one, and no other grants', async () => {
    const { grants } = await open()
    for (const hash of ['a', 'b', 'c']) await grants.create(sampleGrant(hash))
    await grants.create(sampleGrant('l', { kind: 'link' }))
    expect((await grants.removeSessions('b')).sort()).toStrictEqual(['a', 'c'])
    expect(await grants.find('session', 'b')).toBeDefined()
    expect(await grants.removeSessions()).toStrictEqual(['b'])
    expect(await grants.find('link', 'l')).toBeDefined()
  })

  test('returns a taken grant only once', async () => {
    const { grants } = await open()
    const link = sampleGrant('h', { kind: 'link' })
    await grants.create(link)
    expect(await grants.take('ticket', 'h')).toBeUndefined()
    expect(await grants.take('link', 'h')).toStrictEqual(link)
    expect(await grants.take('link', 'h')).toBeUndefined()
    expect(await grants.find('link', 'h')).toBeUndefined()
  })

  test('returns a grant to exactly one of several concurrent takes', async () => {
    const database = await migratedDatabase()
    const stores = [await open(database), await open(database)]
    for (const round of upTo(10)) {
      await stores[0]?.grants.create(sampleGrant(`${round}`, { kind: 'link' }))
      const taken = await Promise.all(upTo(8).map((n) => stores[n % 2]?.grants.take('link', `${round}`)))
      expect(taken.filter(Boolean)).toHaveLength(1)
    }
  })

  test('removes a grant and no other', async () => {
    const { grants } = await open()
    await grants.create(sampleGrant('h'))
    await grants.create(sampleGrant('h', { kind: 'link' }))
    expect(await grants.remove('session', 'h')).toBe(true)
    expect(await grants.remove('session', 'h')).toBe(false)
    expect(await grants.find('link', 'h')).toBeDefined()
  })

  test('removes and counts expired grants, which find returns until then', async () => {
    const { grants } = await open()
    for (const expiresAt of [10, 20, 30]) await grants.create(sampleGrant(`${expiresAt}`, { expiresAt }))
    expect(await grants.find('session', '10')).toBeDefined()
    expect(await grants.removeExpired(20)).toBe(2)
    expect(await grants.removeExpired(20)).toBe(0)
    expect(await grants.find('session', '20')).toBeUndefined()
    expect(await grants.find('session', '30')).toBeDefined()
  })
}
