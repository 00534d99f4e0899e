import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { journalContract } from '@millrace/engine/testing/journal-contract'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { Mutex } from '../mutex.ts'
import { openStore } from '../open-store.ts'
import { openSqlite } from '../sqlite/sqlite-sql.ts'
import { type PostgresServer, startPostgres } from '../testing/postgres-server.ts'
import { FileWriter } from './file-writer.ts'
import { openJournal } from './open-journal.ts'
import type { WriteTarget } from './write-policy.ts'

const TARGETS: readonly WriteTarget[] = [
  'main thread',
  'thread',
  'main thread',
  'main thread',
  'thread with checkpoint',
]

let folder: string
let server: PostgresServer
let files = 0
let opened: { close(): Promise<void> }[] = []

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

function freshFile(): string {
  files += 1
  return join(folder, `${files}.db`)
}

/** A journal whose batches are written where `next` decides, independent of the disk and the machine. */
async function openBy(next: () => WriteTarget) {
  const file = freshFile()
  await (await openStore({ database: file })).close()
  const sql = openSqlite(file)
  const writer = new FileWriter(file, { targetFor: next, note: () => {}, failed: () => {} })
  const journal = openJournal({ sql, writer, writeLock: new Mutex() })
  opened.push(journal, sql)
  return journal
}

journalContract('SQLite', { open: () => open(freshFile()) })

journalContract('SQLite, written by the main thread', { open: () => openBy(() => 'main thread') })

journalContract('SQLite, written by both threads in turn', {
  open: () => {
    let batches = 0
    return openBy(() => TARGETS[batches++ % TARGETS.length] ?? 'thread')
  },
})

journalContract('SQLite in memory', { open: () => open(':memory:') })

journalContract('Postgres', { open: async () => open(await server.migratedDatabase()) })
