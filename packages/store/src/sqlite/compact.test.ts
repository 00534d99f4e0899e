/** Compaction of a SQLite database that a store is using. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compactDatabase } from '../compact.ts'
import { openStore } from '../open-store.ts'
import { contentBytes, requireSpaceFor, temporaryFolder } from './compact.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-compact-'))
  file = join(folder, 'millrace.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function fill(): Promise<Awaited<ReturnType<typeof openStore>>> {
  const store = await openStore({ database: file })
  for (let n = 0; n < 20; n++) await store.keyValues.set('n', String(n), 'x'.repeat(100_000), n)
  await store.keyValues.prune({ writtenBefore: 19, batch: 100 })
  return store
}

test('shrinks the file of a stopped service and keeps its content', async () => {
  await (await fill()).close()
  const { before, after, isReturned } = await compactDatabase(file)
  expect(before).toBeGreaterThan(2_000_000)
  expect(after).toBeLessThan(1_500_000)
  expect(isReturned).toBe(true)
  expect(statSync(file).size).toBeLessThan(1_500_000)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const store = await openStore({ database: file })
  expect((await store.keyValues.list('n')).map(({ key }) => key)).toEqual(['19'])
  await store.close()
  expect(readdirSync(folder)).toEqual(['millrace.db'])
})

test('the space of deleted data is reused; only a compaction shrinks the file', async () => {
  const store = await fill()
  await store.close()
  const { size } = statSync(file)
  expect(size).toBeGreaterThan(2_000_000)
  const again = await openStore({ database: file })
  for (let n = 0; n < 19; n++) await again.keyValues.set('n', `again ${n}`, 'x'.repeat(100_000), n)
  await again.close()
  expect(statSync(file).size).toBeGreaterThanOrEqual(size)
  expect(statSync(file).size).toBeLessThan(size + 100_000)
})

test('needs space for the data that is left, not for that of the file', async () => {
  await (await fill()).close()
  expect(await contentBytes(file)).toBeGreaterThan(100_000)
  expect(await contentBytes(file)).toBeLessThan(statSync(file).size - 1_500_000)
})

test('shrinks the file while a store reads and writes, and loses no write', async () => {
  const store = await fill()
  let isOver = false
  let written = 0
  const writing = (async () => {
    while (!isOver) await store.keyValues.set('meanwhile', String(written++), 'x')
  })()
  const { before, after } = await compactDatabase(file).finally(() => {
    isOver = true
  })
  await writing
  expect(after).toBeLessThan(before)
  expect(await store.keyValues.list('meanwhile')).toHaveLength(written)
  expect(await store.keyValues.get('n', '19')).toHaveLength(100_000)
  await store.close()
})

test('creates no database where there is none', async () => {
  await expect(compactDatabase(file)).rejects.toThrow(`The database file ${file} does not exist.`)
  expect(readdirSync(folder)).toEqual([])
})

test('refuses to start without free space next to the database and in the temporary folder', async () => {
  await requireSpaceFor(1, folder, folder)
  await expect(requireSpaceFor(Number.MAX_SAFE_INTEGER, folder, folder)).rejects.toThrow(
    `${folder} must have ${2 * Number.MAX_SAFE_INTEGER} bytes of free space`,
  )
  // Another disk, without any space.
  await expect(requireSpaceFor(1, folder, '/proc')).rejects.toThrow('/proc must have 1 bytes of free space')
})

test('knows the temporary folder of SQLite', async () => {
  expect(await temporaryFolder({ SQLITE_TMPDIR: folder, TMPDIR: '/tmp' })).toBe(folder)
  expect(await temporaryFolder({ SQLITE_TMPDIR: '/nowhere', TMPDIR: folder })).toBe(folder)
  expect(await temporaryFolder({})).toMatch(/^\/(var|usr)?\/?tmp$/)
})
