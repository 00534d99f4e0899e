import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore } from '../open-store.ts'
import { sampleSave } from '../testing/sample-records.ts'
import { openSqlite } from './sqlite-sql.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-sqlite-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

test('flushes a commit before acknowledging it, and enforces foreign keys', async () => {
  const sql = openSqlite(join(folder, 'a.db'))
  expect(await sql.get('PRAGMA journal_mode', [])).toMatchObject({ journal_mode: 'wal' })
  expect(await sql.get('PRAGMA synchronous', [])).toMatchObject({ synchronous: 2 })
  expect(await sql.get('PRAGMA foreign_keys', [])).toMatchObject({ foreign_keys: 1 })
  expect(await sql.get('PRAGMA busy_timeout', [])).toMatchObject({ timeout: 5000 })
  await sql.close()
})

test('accepts parameters in any order and more than once', async () => {
  const sql = openSqlite(':memory:')
  expect(
    await sql.get('SELECT $2 AS a, $1 AS b, $2 AS c, $10 AS d', [1, 'x', 3, 4, 5, 6, 7, 8, 9, null]),
  ).toMatchObject({ a: 'x', b: 1, c: 'x', d: null })
  await sql.close()
})

test('returns correct results when the statement cache overflows', async () => {
  const sql = openSqlite(':memory:')
  for (const round of [1, 2]) {
    for (let n = 0; n < 400; n++)
      expect(await sql.get(`SELECT ${n} + $1 AS sum`, [round])).toMatchObject({ sum: n + round })
  }
  await sql.close()
})

test('runs concurrent transactions one after the other, and rolls a failed one back', async () => {
  const sql = openSqlite(':memory:')
  await sql.run('CREATE TABLE t (n INTEGER PRIMARY KEY)', [])
  const insert = (n: number) => ({ text: 'INSERT INTO t VALUES ($1)', params: [n] })
  const answers = await Promise.allSettled([
    sql.transaction([insert(1), insert(2)]),
    sql.transaction([insert(3), insert(1)]),
    sql.transaction([insert(4), { text: 'DELETE FROM t WHERE n = 99', mustChange: true }, insert(5)]),
    sql.transaction([insert(6)]),
  ])
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : 'failed'))).toStrictEqual([
    true,
    'failed',
    false,
    true,
  ])
  expect((await sql.all<{ n: number }>('SELECT n FROM t', [])).map((row) => row.n)).toStrictEqual([1, 2, 6])
  await sql.close()
})

test('creates database files for their owner only, regardless of the umask', async () => {
  const before = process.umask(0o000)
  try {
    const file = join(folder, 'new', 'store.db')
    const store = await openStore({ database: file })
    await store.workflows.create(sampleSave('a'))
    expect(statSync(join(folder, 'new')).mode & 0o777).toBe(0o700)
    for (const name of [file, `${file}-wal`, `${file}-shm`]) expect(statSync(name).mode & 0o777).toBe(0o600)
    await store.close()
  } finally {
    process.umask(before)
  }
})

test('rejects a file that is not a database and does not change it', async () => {
  const file = join(folder, 'notes.txt')
  writeFileSync(file, 'not a database, but long enough to be read as the head of one. '.repeat(100))
  const size = statSync(file).size
  await expect(openStore({ database: file })).rejects.toThrow(`${file} cannot be used as a database`)
  expect(statSync(file).size).toBe(size)
})
