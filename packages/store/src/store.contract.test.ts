import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { openStore } from './open-store.ts'
import { type PostgresServer, startPostgres } from './testing/postgres-server.ts'
import { storeContract } from './testing/store-contract.ts'

let folder: string
let server: PostgresServer
let files = 0

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-store-'))
  server = await startPostgres()
  const store = await openStore({ database: template() })
  await store.close()
})

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await server.stop()
})

const template = () => join(folder, 'template.db')

async function freshDatabase(): Promise<string> {
  files += 1
  return join(folder, `${files}.db`)
}

storeContract('SQLite', {
  freshDatabase,
  migratedDatabase: async () => {
    const database = await freshDatabase()
    copyFileSync(template(), database)
    return database
  },
})

storeContract('Postgres', {
  freshDatabase: () => server.freshDatabase(),
  migratedDatabase: () => server.migratedDatabase(),
})
