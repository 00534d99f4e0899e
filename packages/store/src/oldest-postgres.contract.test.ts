/** The contracts of the store and of the journal on the oldest PostgreSQL that is supported. */

import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { journalContract } from '@millrace/engine/testing/journal-contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openStore } from './open-store.ts'
import type { Store } from './store.ts'
import { type PostgresServer, startPostgres } from './testing/postgres-server.ts'
import { storeContract } from './testing/store-contract.ts'

let server: PostgresServer
let opened: Store[] = []

beforeAll(async () => {
  server = await startPostgres('oldest')
})

afterEach(async () => {
  for (const store of opened) await store.close()
  opened = []
})

afterAll(() => server.stop())

async function open(database: string): Promise<Store> {
  const store = await openStore({ database })
  opened.push(store)
  return store
}

test('opens a new database, and opens it again', async () => {
  const database = await server.freshDatabase()
  await (await openStore({ database })).close()
  await expect((await open(database)).ping()).resolves.toBeUndefined()
})

/** Not every machine has the client programs of Postgres. Those of an older version refuse a newer server, so this is 13. */
const hasPgDump = ['pg_dump', 'psql'].every((program) => spawnSync(program, ['--version']).status === 0)

test.skipIf(!hasPgDump)('a dump of pg_dump from a database in use is restored to another one by psql', async () => {
  const [database, copy] = [await server.freshDatabase(), await server.freshDatabase()]
  const store = await open(database)
  await store.keyValues.set('some', 'key', 'välue')
  const command = 'set -o pipefail; pg_dump --no-owner "$1" | psql --quiet --set ON_ERROR_STOP=1 "$2"'
  await promisify(execFile)('bash', ['-c', command, 'dump', database, copy])
  const restored = await open(copy)
  expect(await restored.keyValues.get('some', 'key')).toBe('välue')
  await restored.keyValues.set('some', 'other', 1)
})

storeContract('PostgreSQL 13', {
  freshDatabase: () => server.freshDatabase(),
  migratedDatabase: () => server.migratedDatabase(),
})

journalContract('PostgreSQL 13', { open: async () => (await open(await server.migratedDatabase())).journal })
