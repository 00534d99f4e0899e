/** A move from SQLite to a real Postgres, with rows in every table. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { MIGRATIONS } from '../migrations.ts'
import { openStore } from '../open-store.ts'
import { openPostgres } from '../postgres/postgres-sql.ts'
import type { Sql } from '../sql.ts'
import { openSqlite, type SqliteSql } from '../sqlite/sqlite-sql.ts'
import { makeExecution } from '../testing/execution-samples.ts'
import { fillDatabase, ROWS } from '../testing/filled-database.ts'
import { type PostgresServer, startPostgres } from '../testing/postgres-server.ts'
import { compareTable } from './compare.ts'
import { moveDatabase } from './move-database.ts'
import { sidesToPostgres } from './postgres-copies.ts'
import { sqliteTables, tablesToCopy } from './schema.ts'
import { indexSegments } from './source-rows.ts'

const LIMITS = { rows: 2, bytes: 1_000_000 }

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

let folder: string
let file: string
let target: string
let sql: Sql
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-move-'))
  file = join(folder, 'millrace.db')
  target = await server.freshDatabase()
  sql = openPostgres(target, { poolSize: 1, statementTimeoutMs: 0, connectTimeoutMs: 5_000, onLost: () => {} })
})
afterEach(async () => {
  await sql.close()
  rmSync(folder, { recursive: true, force: true })
})

async function change(work: (source: SqliteSql) => Promise<unknown>): Promise<void> {
  const source = openSqlite(file)
  try {
    await work(source)
  } finally {
    await source.close()
  }
}

async function rowsOf(name: string): Promise<number | undefined> {
  return (await sql.get<{ rows: number }>(`SELECT count(*) AS rows FROM "${name}"`, []))?.rows
}

test('copies the rows of every table, equal by count and checksum, and the store opens', async () => {
  await fillDatabase(file, server)
  const reports = await moveDatabase({ source: file, target, limits: LIMITS })
  const names = await sql.all<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations'`,
    [],
  )
  expect(reports.map(({ table }) => table).toSorted()).toEqual(names.map(({ name }) => name).toSorted())
  const extra: Readonly<Record<string, number>> = {
    ...{ execution_workflows: 1, journal: 1, journal_chapters: -ROWS },
    // A trigger adds the execution that failed.
    deliveries: 1,
  }
  for (const { table, sourceRows, difference, sourceChecksum, targetChecksum } of reports) {
    expect([table, difference, sourceChecksum]).toEqual([table, undefined, targetChecksum])
    expect([table, sourceRows]).toEqual([table, ROWS + (extra[table] ?? 0)])
    expect([table, await rowsOf(table)]).toEqual([table, sourceRows])
  }
  // The segment belongs to its execution, which Postgres continues there.
  expect(await sql.all('SELECT chapter, events FROM journal WHERE first = 99', [])).toEqual([
    { chapter: 2, events: 'in a segment' },
  ])
  const next = `INSERT INTO vector_collections (key, dimensions, version, purged, name) VALUES ('k', 1, 1, 1, 'n') RETURNING num`
  expect(await sql.all(next, [])).toEqual([{ num: 1000 }])
  await (await openStore({ database: target })).close()
})

test('copies executions that a killed process left to be filed', async () => {
  const killed = join(folder, 'killed.db')
  const store = await openStore({ database: killed })
  try {
    await makeExecution(store, { id: 'a' })
    // The files as they are at this moment.
    for (const end of ['', '-wal']) cpSync(killed + end, file + end)
  } finally {
    await store.close()
  }
  await moveDatabase({ source: file, target })
  const moved = await openStore({ database: target })
  try {
    expect((await moved.executions.list({ limit: 10, offset: 0 })).items).toMatchObject([{ id: 'a' }])
    expect((await moved.journal.load('a'))?.events).toHaveLength(1)
  } finally {
    await moved.close()
  }
})

test('continues a copy that was interrupted; no store opens it before', async () => {
  await fillDatabase(file, server)
  let batches = 0
  const interrupted = moveDatabase({
    ...{ source: file, target, limits: LIMITS },
    onBatch: () => {
      batches += 1
      if (batches === 20) throw new Error('interrupted')
    },
  })
  await expect(interrupted).rejects.toThrow('interrupted')
  await expect(openStore({ database: target })).rejects.toThrow('incomplete copy of a SQLite database')
  const resumed: string[] = []
  let rest = 0
  const reports = await moveDatabase({
    ...{ source: file, target, limits: LIMITS },
    onResume: (how) => resumed.push(how),
    onBatch: () => {
      rest += 1
    },
  })
  expect(resumed).toEqual(['continue'])
  const complete = (reports.length - 1) * Math.ceil(ROWS / LIMITS.rows)
  expect(batches + rest).toBe(complete)
  expect(reports.filter(({ difference }) => difference !== undefined)).toEqual([])
  await (await openStore({ database: target })).close()
})

test('starts over if the source was changed after an interruption', async () => {
  await fillDatabase(file, server)
  const interrupted = moveDatabase({
    ...{ source: file, target, limits: LIMITS },
    onBatch: () => {
      throw new Error('interrupted')
    },
  })
  await expect(interrupted).rejects.toThrow('interrupted')
  await change((source) => source.run(`UPDATE tokens SET name = 'another'`, []))
  const resumed: string[] = []
  const reports = await moveDatabase({ source: file, target, onResume: (how) => resumed.push(how) })
  expect(resumed).toEqual(['start over'])
  expect(reports.filter(({ difference }) => difference !== undefined)).toEqual([])
  expect(await sql.all('SELECT DISTINCT name FROM tokens', [])).toEqual([{ name: 'another' }])
})

test('refuses a target that is not empty and does not change it', async () => {
  await fillDatabase(file, server)
  const store = await openStore({ database: target })
  await store.close()
  await sql.run(`INSERT INTO key_values (namespace, key, value) VALUES ('a', 'b', 'c')`, [])
  await expect(moveDatabase({ source: file, target })).rejects.toThrow(
    'The Postgres database is not empty: there are rows in key_values. Create a new database for the copy.',
  )
  expect(await rowsOf('workflows')).toBe(0)
})

test.each([
  ['a changed value', `UPDATE workflow_versions SET document = 'x' WHERE revision = 4`, 'has another document'],
  ['a changed blob', `UPDATE connections SET secret = '\\x00' WHERE id LIKE '%4'`, 'has another secret'],
  ['a missing row', 'DELETE FROM key_values', 'is missing'],
  ['a further row', `INSERT INTO large_values VALUES ('h', 'v')`, 'has 6 rows instead of 5'],
])('finds %s in a copy', async (_, statement, difference) => {
  await fillDatabase(file, server)
  await moveDatabase({ source: file, target })
  await sql.run(statement, [])
  await change(async (source) => {
    indexSegments(source.database)
    const found: string[] = []
    for (const table of await tablesToCopy(source, sql)) {
      const report = await compareTable(sidesToPostgres(source.database, sql), table)
      if (report.difference !== undefined) found.push(report.difference)
    }
    expect(found).toEqual([expect.stringContaining(difference)])
  })
})

test('copies a table of a new migration, and refuses one that only one database has', async () => {
  const note = 'CREATE TABLE notes (id INTEGER PRIMARY KEY, note TEXT)'
  const both = { name: 'notes', statements: { sqlite: [`${note} STRICT`], postgres: [note] } }
  await fillDatabase(file, server, [...MIGRATIONS, both])
  const reports = await moveDatabase({ source: file, target, migrations: [...MIGRATIONS, both] })
  expect(reports.find(({ table }) => table === 'notes')).toMatchObject({ targetRows: ROWS, difference: undefined })

  const one = {
    name: 'one',
    statements: { sqlite: ['CREATE TABLE one (id INTEGER PRIMARY KEY) STRICT'], postgres: [] },
  }
  const source = join(folder, 'other.db')
  await expect(
    moveDatabase({ source, target: await server.freshDatabase(), migrations: [...MIGRATIONS, one] }),
  ).rejects.toThrow('These tables are not in both databases: one.')
  expect(await sqliteTables(openSqlite(source))).toContain('one')
})
