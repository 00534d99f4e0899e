import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { journalContract } from '../../../engine/src/testing/journal-contract.ts'
import { openStore } from '../open-store.ts'
import type { Store } from '../store.ts'
import { type PostgresServer, startPostgres } from '../testing/postgres-server.ts'

let folder: string
let server: PostgresServer
let files = 0
let opened: Store[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-journal-'))
  server = await startPostgres()
})

afterEach(async () => {
  for (const store of opened) await store.close()
  opened = []
})

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await server.stop()
})

async function open(database: string) {
  const store = await openStore({ database })
  opened.push(store)
  return store.journal
}

journalContract('SQLite', {
  open: () => {
    files += 1
    return open(join(folder, `${files}.db`))
  },
})

journalContract('SQLite in memory', { open: () => open(':memory:') })

journalContract('Postgres', { open: async () => open(await server.freshDatabase()) })
