/** The embedded engine on both databases. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Engine } from '@millrace/engine'
import { engineContract } from '@millrace/engine/testing/engine-contract'
import { afterAll, beforeAll, describe } from 'vitest'
import { openStore } from './open-store.ts'
import type { Store } from './store.ts'
import { type PostgresServer, startPostgres } from './testing/postgres-server.ts'

let folder: string
let server: PostgresServer

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-engine-'))
  server = await startPostgres()
})

afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const BACKENDS: readonly (readonly [string, () => Promise<string>])[] = [
  ['SQLite', async () => join(folder, 'engine.db')],
  ['Postgres', () => server.migratedDatabase()],
]

describe.each(BACKENDS)('the embedded engine on %s', (_, database) => {
  let store: Store

  beforeAll(async () => {
    store = await openStore({ database: await database() })
  })

  afterAll(() => store.close())

  engineContract(() => ({
    open: async (needs) => {
      const engine = new Engine({ ...needs, journal: store.journal })
      return { engine, kill: () => engine.close() }
    },
  }))
})
