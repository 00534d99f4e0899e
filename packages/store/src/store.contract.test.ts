import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { type PostgresServer, startPostgres } from './testing/postgres-server.ts'
import { storeContract } from './testing/store-contract.ts'

let folder: string
let server: PostgresServer
let files = 0

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-store-'))
  server = await startPostgres()
})

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await server.stop()
})

storeContract('SQLite', {
  freshDatabase: async () => {
    files += 1
    return join(folder, `${files}.db`)
  },
})

storeContract('Postgres', { freshDatabase: () => server.freshDatabase() })
