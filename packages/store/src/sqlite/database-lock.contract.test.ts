/** Two processes and one SQLite file: the second is refused, whatever name it uses and whatever was deleted. */
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

test('a second process is refused, and the message names the first', async () => {
  const { answer, child } = await service(file)
  expect(answer).toBe('locked')
  expect((await service(file)).answer).toBe(
    `The database ${file} is in use by process ${child.pid}. ` +
      'Stop that process first, or give this one a database of its own.',
  )
})

test('a second process is refused through a symbolic link, to the file or to its folder', async () => {
  expect((await service(file)).answer).toBe('locked')
  symlinkSync(file, join(folder, 'link.db'))
  mkdirSync(join(folder, 'other'))
  symlinkSync(folder, join(folder, 'other', 'folder'))
  for (const name of ['link.db', 'other/folder/millrace.db'])
    expect((await service(join(folder, name))).answer).toContain('is in use by process')
})

test('a second process is refused after the lock files were deleted, and through a hard link', async () => {
  expect((await service(file)).answer).toBe('locked')
  removeLocks()
  expect((await service(file)).answer).toContain('is open in another process')
  linkSync(file, join(folder, 'hard.db'))
  expect((await service(join(folder, 'hard.db'))).answer).toContain('is open in another process')
})

test('the database is free at once when its holder was killed', async () => {
  for (const _ of [1, 2]) {
    const { answer, child } = await service(file)
    expect(answer).toBe('locked')
    await child.kill()
  }
  const lock = await lockSqlite(file)
  lock.release()
})

test('a reader that closes in time does not prevent a start', async () => {
  await (await openStore({ database: file })).close()
  const reader = new DatabaseSync(file, { readOnly: true })
  reader.prepare('SELECT count(*) FROM workflows').get()
  const locking = lockSqlite(file)
  setImmediate(() => reader.close())
  const lock = await locking
  lock.release()
})
