/** Backups of a database in use, and checks of a database for damage. */
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backupDatabase } from '../backup.ts'
import { openStore } from '../open-store.ts'
import type { Store } from '../store.ts'
import { sampleSave } from '../testing/sample-records.ts'
import { writeBackupFile } from './backup.ts'

let folder: string
let file: string
const opened: Store[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-backup-'))
  file = join(folder, 'millrace.db')
})

afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
  rmSync(folder, { recursive: true, force: true })
})

async function open(database: string): Promise<Store> {
  const store = await openStore({ database })
  opened.push(store)
  return store
}

test('refuses a damaged copy', async () => {
  const store = await open(file)
  for (let n = 0; n < 20; n++) await store.keyValues.set('n', String(n), 'x'.repeat(10_000))
  const copy = join(folder, 'copy.db')
  await backupDatabase(file, copy)
  const target = join(folder, 'damaged.db')
  const damaged = writeBackupFile(target, {}, async (part) => {
    const bytes = readFileSync(copy)
    writeFileSync(part, bytes.fill(0xff, bytes.length / 2))
  })
  await expect(damaged).rejects.toThrow(/is damaged/)
  expect(readdirSync(folder).filter((name) => name.startsWith('damaged'))).toEqual([])
})

test('finishes a backup under constant writes, with everything that was acknowledged before it began', async () => {
  const store = await open(file)
  for (let n = 0; n < 300; n++) await store.keyValues.set('before', String(n), 'x'.repeat(10_000))
  let isOver = false
  let writes = 0
  const writing = (async () => {
    while (!isOver) await store.keyValues.set('meanwhile', String(writes++), 'x'.repeat(1000))
  })()
  const target = join(folder, 'copy.db')
  const before = writes
  const bytes = await backupDatabase(file, target)
  expect(writes, 'writes continued during the backup').toBeGreaterThan(before)
  isOver = true
  await writing
  expect(bytes).toBe(statSync(target).size)
  expect(statSync(target).mode & 0o777).toBe(0o600)
  const restored = await open(target)
  expect(await restored.keyValues.list('before')).toHaveLength(300)
  expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([])
})

test('a copy of the file alone lacks acknowledged writes, and an online backup restarts with every write', async () => {
  const store = await open(file)
  await store.keyValues.set('some', 'key', 'acknowledged')
  const copy = join(folder, 'by-cp.db')
  copyFileSync(file, copy)
  expect(readFileSync(copy, 'utf8')).not.toContain('acknowledged')
  for (let n = 0; n < 300; n++) await store.keyValues.set('before', String(n), 'x'.repeat(10_000))

  using source = new DatabaseSync(file, { readOnly: true })
  using writer = new DatabaseSync(file)
  writer.exec('CREATE TABLE writes (n INTEGER)')
  const [rate, steps] = [100, 30]
  const done: number[] = []
  await backup(source, join(folder, 'online.db'), {
    rate,
    progress: ({ totalPages, remainingPages }) => {
      if (done.length >= steps) return
      done.push(totalPages - remainingPages)
      writer.exec('INSERT INTO writes VALUES (1)')
    },
  })
  // Without the writes ten steps would be enough; with them each step starts again at the first page.
  expect(done).toEqual(Array(steps).fill(rate))
})

test('does not overwrite an existing backup unless requested', async () => {
  const store = await open(file)
  const target = join(folder, 'copy.db')
  writeFileSync(target, 'precious')
  await expect(backupDatabase(file, target)).rejects.toThrow(`${target} exists already.`)
  expect(readFileSync(target, 'utf8')).toBe('precious')
  await store.workflows.create(sampleSave('a'))
  await backupDatabase(file, target, { overwrite: true })
  expect((await (await open(target)).workflows.get('a'))?.id).toBe('a')
})

test('copies the database of a stopped service including its log', async () => {
  const store = await openStore({ database: file })
  await store.workflows.create(sampleSave('a'))
  await store.close()
  const target = join(folder, 'copy.db')
  await backupDatabase(file, target)
  expect((await (await open(target)).workflows.get('a'))?.id).toBe('a')
})

test('rejects a missing database and the database itself as target of a backup', async () => {
  const target = join(folder, 'copy.db')
  await expect(backupDatabase(join(folder, 'none.db'), target)).rejects.toThrow('does not exist')
  expect(readdirSync(folder)).toEqual([])
})

test('finds damage, reports it once, and makes the database unavailable', async () => {
  const first = await openStore({ database: file })
  for (let n = 0; n < 200; n++) await first.keyValues.set('some', String(n), 'x'.repeat(5000))
  await first.close()
  const bytes = readFileSync(file)
  // Bytes of pages far behind the schema, so that the service still starts.
  for (let page = 100; page < 110; page++) bytes.fill(0xa5, page * 4096, page * 4096 + 64)
  writeFileSync(file, bytes)
  const reports: string[] = []
  const store = await openStore({ database: file, onTrouble: ({ reason }) => reports.push(reason) })
  opened.push(store)
  await store.ping()
  await store.checkIntegrity()
  await expect(store.ping()).rejects.toMatchObject({ reason: 'damaged' })
  await store.checkIntegrity()
  expect(reports).toEqual(['damaged'])
})

test('passes the integrity check of an undamaged database', async () => {
  const store = await open(file)
  await store.checkIntegrity()
  await store.ping()
})
