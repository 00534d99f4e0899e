import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { purgeFiles } from './purge-files.ts'

const OLD_MS = 1_000_000
const NEW_MS = 3_000_000
const changedBefore = 2_000_000
const { signal } = new AbortController()

let outside: string
let folder: string
beforeEach(() => {
  outside = mkdtempSync(join(tmpdir(), 'millrace-purge-'))
  folder = join(outside, 'files')
})
afterEach(() => rmSync(outside, { recursive: true, force: true }))

function write(path: string, changedAt: number): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), 'content')
  utimesSync(join(folder, path), changedAt / 1000, changedAt / 1000)
}

const exists = (path: string) => existsSync(join(folder, path))

test('removes old files and their folders, and keeps databases and links', async () => {
  write('old.txt', OLD_MS)
  write('new.txt', NEW_MS)
  write('a/b/old.txt', OLD_MS)
  write('c/old.txt', OLD_MS)
  write('c/new.txt', NEW_MS)
  const database = new DatabaseSync(join(folder, 'data.db'))
  database.exec('CREATE TABLE t (a)')
  database.close()
  utimesSync(join(folder, 'data.db'), 1, 1)
  write('data.db-wal', OLD_MS)
  writeFileSync(join(outside, 'other.txt'), 'x')
  utimesSync(join(outside, 'other.txt'), 1, 1)
  symlinkSync(outside, join(folder, 'way'))
  symlinkSync(join(outside, 'other.txt'), join(folder, 'link'))

  expect(await purgeFiles({ folder, changedBefore, signal })).toBe(3)
  expect(['new.txt', 'c/new.txt', 'data.db', 'data.db-wal', 'way', 'link'].map(exists)).not.toContain(false)
  expect(['old.txt', 'a', 'c/old.txt'].map(exists)).not.toContain(true)
  expect(existsSync(join(outside, 'other.txt'))).toBe(true)
})

test('removes nothing after it was aborted, or if there is no folder', async () => {
  expect(await purgeFiles({ folder, changedBefore, signal })).toBe(0)
  write('old.txt', OLD_MS)
  expect(await purgeFiles({ folder, changedBefore, signal: AbortSignal.abort() })).toBe(0)
  expect(exists('old.txt')).toBe(true)
})
