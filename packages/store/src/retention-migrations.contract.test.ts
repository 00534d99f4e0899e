/** Databases of the version before retention, on both databases. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { MIGRATIONS } from './migrations.ts'
import { opener } from './testing/backend.ts'
import { type PostgresServer, startPostgres } from './testing/postgres-server.ts'

let folder: string
let server: PostgresServer
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-earlier-'))
  server = await startPostgres()
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const DATABASES = {
  SQLite: async () => join(folder, 'millrace.db'),
  Postgres: () => server.freshDatabase(),
}

const { open, openSql } = opener({ freshDatabase: DATABASES.SQLite, migratedDatabase: DATABASES.SQLite })

const before = MIGRATIONS.findIndex(({ name }) => name === 'ages of sessions and keyed values')
const OF_SERVICE = 'millrace'.padEnd(101, '.')

test.each(Object.entries(DATABASES))('old values count as written at the upgrade: %s', async (_, database) => {
  const url = await database()
  const start = Math.floor(Date.now() / 1000) * 1000
  const sql = openSql(url)
  await migrate(sql, MIGRATIONS.slice(0, before))
  for (const namespace of ['nodes', OF_SERVICE])
    await sql.run(`INSERT INTO key_values (namespace, key, value) VALUES ($1, 'key', '"old"')`, [namespace])
  await sql.close()

  const { keyValues } = await open(url)
  expect(await keyValues.get('nodes', 'key')).toBe('old')
  expect(await keyValues.prune({ writtenBefore: start, batch: 10 })).toBe(0)
  // A day later the value of the node is older than a limit of a day; those of the service never expire.
  expect(await keyValues.prune({ writtenBefore: Date.now() + 86_400_000, batch: 10 })).toBe(1)
  expect(await keyValues.get('nodes', 'key')).toBeUndefined()
  expect(await keyValues.get(OF_SERVICE, 'key')).toBe('old')
})
