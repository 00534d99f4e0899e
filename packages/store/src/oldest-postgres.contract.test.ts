/** The contracts of the store and of the journal on the oldest PostgreSQL that is supported. */

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

storeContract('PostgreSQL 13', {
  freshDatabase: () => server.freshDatabase(),
  migratedDatabase: () => server.migratedDatabase(),
})

journalContract('PostgreSQL 13', { open: async () => (await open(await server.migratedDatabase())).journal })
