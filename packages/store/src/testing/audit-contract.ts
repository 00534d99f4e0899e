import { expect, test } from 'vitest'
import { auditScope } from '../audit-scope.ts'
import type { AuditFilter, AuditRecord } from '../audit-store.ts'
import type { Store } from '../store.ts'
import { type Backend, opener } from './backend.ts'
import { sampleToken } from './sample-records.ts'

function entry(id: string, changes: Partial<AuditRecord> = {}): AuditRecord {
  return {
    id,
    at: 100,
    actor: { kind: 'token', id: 't-1', name: 'Ada' },
    address: '127.0.0.1',
    action: 'workflow.changed',
    subject: { type: 'workflow', id: 'w-1', name: 'Orders' },
    outcome: 'done',
    details: { revision: 3, active: true },
    requestId: 'r-1',
    ...changes,
  }
}

async function found({ audit }: Store, filter: AuditFilter & { limit?: number; offset?: number } = {}) {
  const { items, total } = await audit.list({ limit: 100, offset: 0, ...filter })
  return [items.map(({ id }) => id).join(''), total]
}

export function auditContract(backend: Backend): void {
  const { open, openSql, freshDatabase } = opener(backend)

  test('lists entries newest first, in pages, with all fields', async () => {
    const store = await open()
    for (const id of ['a', 'b', 'c']) await store.audit.write(entry(id))
    expect(await found(store)).toStrictEqual(['cba', 3])
    expect(await found(store, { limit: 1, offset: 1 })).toStrictEqual(['b', 3])
    expect((await store.audit.list({ limit: 1, offset: 2 })).items).toStrictEqual([entry('a')])
  })

  test('reads all entries page by page, also while others are added', async () => {
    const store = await open()
    for (const id of ['a', 'b', 'c']) await store.audit.write(entry(id))
    const first = await store.audit.read({ limit: 2 })
    await store.audit.write(entry('d'))
    const rest = await store.audit.read({ limit: 2, below: first.next })
    expect([first, rest].map(({ items }) => items.map(({ id }) => id).join(''))).toStrictEqual(['cb', 'a'])
    expect(rest.next).toBeUndefined()
    expect(await store.audit.read({ limit: 2, search: 'a\0' })).toStrictEqual({ items: [], next: undefined })
  })

  test('finds entries by actor, action, subject, outcome, time and text', async () => {
    const store = await open()
    await store.audit.write(entry('a'))
    await store.audit.write(entry('b', { actor: { kind: 'session', id: 't-2', name: 'ÖRTLICH 100%' }, at: 200 }))
    const subject = { type: 'token', id: 't-9', name: 'nul \0 here' } as const
    await store.audit.write(entry('c', { action: 'token.revoked', subject, outcome: 'refused', at: 300 }))
    expect(await found(store, { actor: 'örtlich' })).toStrictEqual(['b', 1])
    expect(await found(store, { actor: 't-1' })).toStrictEqual(['ca', 2])
    expect(await found(store, { actor: 't-' })).toStrictEqual(['', 0])
    expect(await found(store, { actorKind: 'session' })).toStrictEqual(['b', 1])
    expect(await found(store, { action: 'token.revoked' })).toStrictEqual(['c', 1])
    expect(await found(store, { subject: 'w-1' })).toStrictEqual(['ba', 2])
    expect(await found(store, { subjectType: 'token' })).toStrictEqual(['c', 1])
    expect(await found(store, { outcome: 'refused' })).toStrictEqual(['c', 1])
    expect(await found(store, { from: 200, before: 300 })).toStrictEqual(['b', 1])
    expect(await found(store, { search: 'ORDERS' })).toStrictEqual(['ba', 2])
    expect(await found(store, { search: '100%' })).toStrictEqual(['b', 1])
    expect(await found(store, { search: 'da' })).toStrictEqual(['ca', 2])
    expect(await found(store, { search: '"ada" OR' })).toStrictEqual(['', 0])
    expect(await found(store, { actor: 'orders' })).toStrictEqual(['', 0])
    expect(await found(store, { search: 'nul \0' })).toStrictEqual(['', 0])
  })

  test('refuses to change or delete an entry, also outside the store', async () => {
    const database = await freshDatabase()
    const store = await open(database)
    await store.audit.write(entry('a'))
    const sql = openSql(database)
    await expect(sql.run(`UPDATE audit SET actor_name = 'Eve'`, [])).rejects.toThrow('cannot be changed')
    await expect(sql.run('DELETE FROM audit', [])).rejects.toThrow('cannot be deleted')
    expect((await store.audit.list({ limit: 10, offset: 0 })).items).toStrictEqual([entry('a')])
  })

  test('purges only entries before a time, in batches, and records that', async () => {
    const database = await freshDatabase()
    const store = await open(database)
    for (const [id, at] of Object.entries({ a: 10, b: 20, c: 30, d: 40 })) await store.audit.write(entry(id, { at }))
    const purged = (id: string) => entry(id, { action: 'audit.purged', at: 1000 })
    expect(await store.audit.purge(35, purged('x'), 2)).toBe(2)
    expect(await store.audit.purge(35, purged('y'), 2)).toBe(1)
    expect(await store.audit.purge(35, purged('z'), 2)).toBe(0)
    expect(await found(store)).toStrictEqual(['yxd', 3])
    await expect(openSql(database).run(`DELETE FROM audit WHERE id = 'd'`, [])).rejects.toThrow('cannot be deleted')
  })

  test('writes the entry of a request in the transaction of its change', async () => {
    const store = await open()
    const pending = {
      action: 'token.created',
      isWritten: false,
      entryFor: ({ id, name }: { id: string; name: string }) =>
        entry(`of ${id}`, { action: 'token.created', subject: { type: 'token', id, name } }),
    } as const
    const token = sampleToken('a')
    const first = { ...pending }
    await auditScope.run(first, () => store.tokens.create(token))
    expect(first.isWritten).toBe(true)
    expect((await store.audit.list({ limit: 1, offset: 0 })).items).toMatchObject([{ subject: { id: 'a' } }])
    // A change that fails has no entry, and another kind of action is not written with it.
    const second = { ...pending }
    await expect(auditScope.run(second, () => store.tokens.create(token))).rejects.toThrow()
    const other = { ...pending, action: 'workflow.changed' } as const
    await auditScope.run(other, () => store.tokens.create(sampleToken('b')))
    expect([second.isWritten, other.isWritten, (await found(store))[1]]).toStrictEqual([false, false, 1])
  })
}
