/** The errors of a database that cannot be used, with real faults of real files. */
import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStore } from './open-store.ts'
import { openSqlite, type SqliteSql } from './sqlite/sqlite-sql.ts'
import { sampleSave } from './testing/sample-records.ts'
import { StoreUnavailable } from './unavailable.ts'

let folder: string
let file: string
const opened: { close(): Promise<void> }[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-unavailable-'))
  file = join(folder, 'a.db')
})

afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
  rmSync(folder, { recursive: true, force: true })
})

function table(): SqliteSql {
  const sql = openSqlite(file)
  opened.push(sql)
  sql.database.exec('PRAGMA busy_timeout = 0; CREATE TABLE t (text TEXT)')
  return sql
}

const large = () => ({ text: 'INSERT INTO t VALUES ($1)', params: ['x'.repeat(100_000)] })

async function reasonOf(writing: Promise<unknown>): Promise<string> {
  const error = await writing.then(
    () => new Error('it was written'),
    (thrown: unknown) => thrown,
  )
  return error instanceof StoreUnavailable ? error.reason : String(error)
}

describe('the reason of a SQLite error', () => {
  test('is full for a database that may not grow', async () => {
    const sql = table()
    sql.database.exec('PRAGMA max_page_count = 4')
    expect(await reasonOf(sql.transaction([large()]))).toBe('full')
    expect(await reasonOf(sql.run(large().text, large().params))).toBe('full')
    sql.database.exec('PRAGMA max_page_count = 1000')
    expect(await sql.transaction([large()])).toBe(true)
  })

  test('is read-only for a connection that may not write', async () => {
    const sql = table()
    sql.database.exec('PRAGMA query_only = 1')
    expect(await reasonOf(sql.transaction([large()]))).toBe('readOnly')
  })

  test('is busy for a file that another process writes', async () => {
    const sql = table()
    using other = new DatabaseSync(file)
    other.exec('BEGIN IMMEDIATE')
    expect(await reasonOf(sql.transaction([large()]))).toBe('busy')
  })

  test('is undefined for an SQL error', async () => {
    expect(await reasonOf(table().run('INSERT INTO absent VALUES (1)', []))).toContain('no such table')
  })
})

describe('a store whose log (-wal) was moved', () => {
  test('rejects writes, reports it once, and recovers when the log is back', async () => {
    const reports: string[] = []
    const store = await openStore({
      database: file,
      onTrouble: ({ reason }) => reports.push(reason),
      onRecovered: () => reports.push('recovered'),
    })
    opened.push(store)
    expect(await store.workflows.create(sampleSave('a'))).toBe(true)
    renameSync(`${file}-wal`, `${file}-away`)
    expect(await reasonOf(store.workflows.create(sampleSave('b')))).toBe('missing')
    expect(await reasonOf(store.ping())).toBe('missing')
    expect((await store.workflows.get('a'))?.id).toBe('a')
    renameSync(`${file}-away`, `${file}-wal`)
    await store.ping()
    expect(reports).toEqual(['missing', 'recovered'])
    expect(await store.workflows.create(sampleSave('b'))).toBe(true)
  })

  test('keeps acknowledged writes even if the log is never restored', async () => {
    const store = await openStore({ database: file })
    opened.push(store)
    await store.workflows.create(sampleSave('a'))
    rmSync(`${file}-wal`)
    await expect(store.ping()).rejects.toThrow('was removed')
    // As after a crash: this connection sees the file without the log.
    using other = new DatabaseSync(file, { readOnly: true })
    expect(other.prepare('SELECT id FROM workflows').all()).toEqual([{ id: 'a' }])
  })
})
