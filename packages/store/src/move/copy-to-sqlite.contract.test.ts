/** Copies of a real Postgres with rows in every table: the way back of `move-database.ts`, and backups. */
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { backupDatabase } from '../backup.ts'
import { MIGRATIONS } from '../migrations.ts'
import { moveToSqlite, planMoveToSqlite } from '../move-to-sqlite.ts'
import { openStore } from '../open-store.ts'
import { openPostgres } from '../postgres/postgres-sql.ts'
import type { Sql } from '../sql.ts'
import { openSqlite } from '../sqlite/sqlite-sql.ts'
import { fillDatabase } from '../testing/filled-database.ts'
import { type PostgresServer, startPostgres } from '../testing/postgres-server.ts'
import { sampleSave } from '../testing/sample-records.ts'
import { compareTable } from './compare.ts'
import { moveDatabase } from './move-database.ts'
import { withSnapshot } from './postgres-snapshot.ts'
import { sqliteTables, tablesInPostgres } from './schema.ts'
import { openCopy } from './sqlite-copy.ts'

let server: PostgresServer
let root: string
/** A filled SQLite file, and a Postgres database with the same rows. */
let original: string
let source: string
beforeAll(async () => {
  server = await startPostgres()
  root = mkdtempSync(join(tmpdir(), 'millrace-copy-'))
  original = join(root, 'original.db')
  source = await server.freshDatabase()
  await fillDatabase(original, server)
  await moveDatabase({ source: original, target: source })
})
afterAll(async () => {
  await server.stop()
  rmSync(root, { recursive: true, force: true })
})

let folder: string
let target: string
beforeEach(() => {
  folder = mkdtempSync(join(root, 'test-'))
  target = join(folder, 'millrace.db')
})
const open: Sql[] = []
afterEach(async () => {
  for (const sql of open.splice(0)) await sql.close()
})

function postgres(url = source): Sql {
  const sql = openPostgres(url, { poolSize: 1, statementTimeoutMs: 0, connectTimeoutMs: 5_000, onLost: () => {} })
  open.push(sql)
  return sql
}

/** The rows of every table, in the order of all their columns. */
async function contentOf(file: string): Promise<Readonly<Record<string, unknown>>> {
  const sql = openSqlite(file)
  try {
    const content: Record<string, unknown> = {}
    for (const name of await sqliteTables(sql)) {
      const columns = await sql.all<{ name: string }>('SELECT name FROM pragma_table_info($1)', [name])
      const list = columns.map((column) => `"${column.name}"`).join(', ')
      content[name] = (await sql.all<object>(`SELECT ${list} FROM "${name}" ORDER BY ${list}`, [])).map((row) =>
        Object.values(row).map((value) =>
          value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
        ),
      )
    }
    return content
  } finally {
    await sql.close()
  }
}

/** The tables of a database, and for each a checksum of its rows with the transactions that wrote them. */
async function stateOf(url: string): Promise<Readonly<Record<string, unknown>>> {
  const sql = postgres(url)
  const names = await sql.all<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
    [],
  )
  const state: Record<string, unknown> = {}
  for (const { name } of names)
    state[name] = await sql.get(
      `SELECT md5(coalesce(string_agg(t.xmin::text || t::text, ',' ORDER BY t.ctid), '')) AS rows FROM "${name}" t`,
      [],
    )
  return state
}

const plain = (text: string) => Buffer.from(text).toString('latin1')

test('a move to Postgres and back returns every row, trigger and next number', async () => {
  const untouched = await stateOf(source)
  const reports = await moveToSqlite({ source, target, limits: { rows: 2, bytes: 1_000_000 } })
  expect(await stateOf(source)).toEqual(untouched)
  expect(reports.filter(({ difference }) => difference !== undefined)).toEqual([])
  expect(readdirSync(folder)).toEqual(['millrace.db'])
  const [before, after] = [await contentOf(original), await contentOf(target)]
  for (const [table, rows] of Object.entries(before)) {
    // A history is in one segment after the move, and long texts have the form that is faster to read.
    if (['journal', 'journal_chapters'].includes(table)) continue
    const texts = (value: unknown) => JSON.stringify(value).replaceAll(plain('é'), 'é')
    expect([table, texts(after[table])]).toEqual([table, texts(rows)])
  }
  const sql = openSqlite(target)
  open.push(sql)
  expect(await sql.all('SELECT chapter FROM journal WHERE first = 99', [])).toEqual([{ chapter: 2 }])
  const first = openSqlite(original)
  open.push(first)
  const schema = `SELECT type, name, sql FROM sqlite_schema ORDER BY type, name`
  expect(await sql.all(schema, [])).toEqual(await first.all(schema, []))
  const sequences = 'SELECT name, seq FROM sqlite_sequence ORDER BY name'
  expect(await sql.all(sequences, [])).toEqual(await first.all(sequences, []))
  await sql.run(`INSERT INTO workflow_search (workflow_search, rank) VALUES ('integrity-check', 1)`, [])
  await (await openStore({ database: target })).close()
})

test('continues a copy that was interrupted, and starts over if the source was changed', async () => {
  const own = await server.freshDatabase()
  await moveDatabase({ source: original, target: own })
  const interrupted = (count: number) => {
    let batches = 0
    return moveToSqlite({
      ...{ source: own, target, limits: { rows: 2, bytes: 1_000_000 } },
      onBatch() {
        batches += 1
        if (batches === count) throw new Error('interrupted')
      },
    })
  }
  await expect(interrupted(20)).rejects.toThrow('interrupted')
  expect(existsSync(target)).toBe(false)
  expect(readdirSync(folder)).toContain('millrace.db.unfinished')
  const resumed: string[] = []
  const onResume = (how: string) => void resumed.push(how)
  const again = moveToSqlite({
    ...{ source: own, target, onResume },
    onBatch() {
      throw new Error('interrupted')
    },
  })
  await expect(again).rejects.toThrow('interrupted')
  await postgres(own).run(`UPDATE tokens SET name = 'another' WHERE name = (SELECT min(name) FROM tokens)`, [])
  const reports = await moveToSqlite({ source: own, target, onResume })
  expect(resumed).toEqual(['continue', 'start over'])
  expect(reports.filter(({ difference }) => difference !== undefined)).toEqual([])
  const store = openSqlite(target)
  open.push(store)
  expect(await store.get(`SELECT count(*) AS n FROM tokens WHERE name = 'another'`, [])).toEqual({ n: 1 })
})

test('refuses an existing file, a database without data, one of a newer version and one that a service uses', async () => {
  await moveToSqlite({ source, target })
  await expect(moveToSqlite({ source, target })).rejects.toThrow(`${target} exists already`)
  const other = join(folder, 'other.db')
  const empty = await server.freshDatabase()
  await expect(moveToSqlite({ source: empty, target: other })).rejects.toThrow('does not contain any data')
  await expect(backupDatabase(empty, other)).rejects.toThrow('does not contain any data')
  const newer = await server.freshDatabase()
  await moveDatabase({ source: original, target: newer })
  await postgres(newer).run('INSERT INTO migrations (number, name) VALUES ($1, $2)', [MIGRATIONS.length + 1, 'next'])
  await expect(backupDatabase(newer, other)).rejects.toThrow('a newer version')
  expect(readdirSync(folder)).toEqual(['millrace.db'])
  expect([...(await planMoveToSqlite({ source, target: other })).keys()]).toContain('workflows')
})

test('finds a changed, a missing and a further row in a copy', async () => {
  await moveToSqlite({ source, target })
  await withSnapshot(source, 'test', async (snapshot) => {
    const copy = await openCopy(target, snapshot.schema, { isTemporary: false })
    await copy.sql.run(`UPDATE workflow_versions SET document = 'x' WHERE revision = 4`, [])
    await copy.sql.run('DELETE FROM key_values', [])
    await copy.sql.run(`INSERT INTO large_values VALUES ('h', 'v')`, [])
    const found: (string | undefined)[] = []
    for (const table of await tablesInPostgres(copy.sql, snapshot))
      found.push((await compareTable(copy.sides(snapshot), table)).difference)
    await copy.close()
    expect(found.filter((difference) => difference !== undefined).toSorted()).toEqual([
      expect.stringMatching(/^key_values .* is missing$/),
      'large_values has 6 rows instead of 5',
      expect.stringMatching(/^workflow_versions .* has another document$/),
    ])
  })
})

test('a backup that differs from its Postgres database is refused and leaves nothing', async () => {
  const database = await server.freshDatabase()
  await (await openStore({ database })).close()
  const sql = postgres(database)
  await sql.run(`INSERT INTO key_values SELECT 'n', generate_series(1, 100)::text, '1'`, [])
  // The role sees other rows each time it reads the table, so the second look differs from the copy.
  const role = `reader_${randomUUID().slice(0, 8)}`
  for (const text of [
    `CREATE ROLE ${role} LOGIN PASSWORD 'reads'`,
    `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`,
    `GRANT SELECT ON ALL SEQUENCES IN SCHEMA public TO ${role}`,
    'ALTER TABLE key_values ENABLE ROW LEVEL SECURITY',
    'CREATE POLICY some_rows ON key_values USING (random() < 0.5)',
  ])
    await sql.run(text, [])
  const url = new URL(database)
  ;[url.username, url.password] = [role, 'reads']
  await expect(backupDatabase(url.href, target)).rejects.toThrow(/differs from its source: key_values/)
  expect(readdirSync(folder)).toEqual([])
})

test('a backup of a Postgres database in use has the rows of one moment, also next to tables of others', async () => {
  const database = await server.freshDatabase()
  const store = await openStore({ database })
  await postgres(database).run('CREATE TABLE of_another_program (id BIGINT PRIMARY KEY)', [])
  await store.workflows.create(sampleSave('a'))
  let isOver = false
  let written = 0
  const writer = (async () => {
    while (!isOver) {
      written += 1
      await store.workflows.create(sampleSave(`w${written}`))
    }
  })()
  await expect.poll(() => written).toBeGreaterThan(3)
  await backupDatabase(database, target)
  isOver = true
  await writer
  await store.close()
  expect(readdirSync(folder)).toEqual(['millrace.db'])
  const restored = await openStore({ database: target })
  expect((await restored.workflows.get('a'))?.id).toBe('a')
  expect((await restored.workflows.get('w3'))?.id).toBe('w3')
  await restored.close()
  // A workflow and its version are written in one transaction, to two tables.
  const copy = openSqlite(target)
  const workflows = await copy.all('SELECT seq FROM workflows ORDER BY seq', [])
  const versions = await copy.all('SELECT workflow_seq AS seq FROM workflow_versions ORDER BY workflow_seq', [])
  expect(versions).toEqual(workflows)
  await copy.close()
  await expect(backupDatabase(database, target)).rejects.toThrow('exists already')
})
