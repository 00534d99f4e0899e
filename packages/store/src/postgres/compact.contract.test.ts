/** Compaction of a real Postgres database that a store is using. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compactDatabase } from '../compact.ts'
import { openStore } from '../open-store.ts'
import { type PostgresServer, startPostgres } from '../testing/postgres-server.ts'
import { openPostgres } from './postgres-sql.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

test('vacuums our tables while a store is open, and no other table', async () => {
  const database = await server.freshDatabase()
  const store = await openStore({ database })
  const sql = openPostgres(database, { poolSize: 1, statementTimeoutMs: 0, connectTimeoutMs: 5000, onLost: () => {} })
  try {
    await sql.run('CREATE TABLE of_others (a int)', [])
    await store.keyValues.set('n', 'k', 1)
    const { before, after, isReturned } = await compactDatabase(database)
    expect([before > 0, after > 0, isReturned]).toEqual([true, true, false])
    const vacuumed = await sql.all<{ relname: string }>(
      'SELECT relname FROM pg_stat_user_tables WHERE last_vacuum IS NOT NULL AND last_analyze IS NOT NULL',
      [],
    )
    const names = vacuumed.map(({ relname }) => relname)
    expect(names).toEqual(expect.arrayContaining(['executions', 'journal', 'key_values', 'messages', 'audit']))
    expect(names).not.toContain('of_others')
    expect(await store.keyValues.get('n', 'k')).toBe(1)
  } finally {
    await sql.close()
    await store.close()
  }
})
