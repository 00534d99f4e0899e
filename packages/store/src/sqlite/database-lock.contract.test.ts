/** Two processes and one SQLite file: the second is rejected by any path and after the lock files were deleted. */
import { linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore } from '../open-store.ts'
import { type Child, startChild } from '../testing/child.ts'
import { lockSqlite } from './database-lock.ts'

let folder: string
let file: string
let children: Child[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-database-lock-'))
  file = join(folder, 'millrace.db')
  children = []
})

afterEach(async () => {
  for (const child of children) await child.kill()
  rmSync(folder, { recursive: true, force: true })
})

async function service(database: string): Promise<{ readonly answer: unknown; readonly child: Child }> {
  const child = startChild('database-lock-holder.ts', database)
  children.push(child)
  return { answer: await child.next(), child }
}

function removeLocks(): void {
  for (const name of readdirSync(folder)) if (name.includes('lock')) rmSync(join(folder, name))
}

test('rejects a second process and names the first', async () => {
  const { answer, child } = await service(file)
  expect(answer).toBe('locked')
  expect((await service(file)).answer).toBe(
    `The database ${file} is in use by process ${child.pid}. ` +
      'Stop that process, or start this one with another database.',
  )
})

test('rejects a second process that uses a symbolic link to the file or its folder', async () => {
  expect((await service(file)).answer).toBe('locked')
  symlinkSync(file, join(folder, 'link.db'))
  mkdirSync(join(folder, 'other'))
  symlinkSync(folder, join(folder, 'other', 'folder'))
  for (const name of ['link.db', 'other/folder/millrace.db'])
    expect((await service(join(folder, name))).answer).toContain('is in use by process')
})

test('rejects a second process after the lock files were deleted, and through a hard link', async () => {
  expect((await service(file)).answer).toBe('locked')
  removeLocks()
  expect((await service(file)).answer).toContain('is open in another process')
  linkSync(file, join(folder, 'hard.db'))
  expect((await service(join(folder, 'hard.db'))).answer).toContain('is open in another process')
})

test('releases the database at once when its holder is killed', async () => {
  for (const _ of [1, 2]) {
    const { answer, child } = await service(file)
    expect(answer).toBe('locked')
    await child.kill()
  }
  const lock = await lockSqlite(file)
  lock.release()
})

test('starts if a reader closes the file in time', async () => {
  await (await openStore({ database: file })).close()
  const reader = new DatabaseSync(file, { readOnly: true })
  reader.prepare('SELECT count(*) FROM workflows').get()
  const locking = lockSqlite(file)
  setImmediate(() => reader.close())
  const lock = await locking
  lock.release()
})
