import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFolder } from './folder-lock.ts'
import { type Child, startChild } from './testing/child.ts'

let folder: string
let children: Child[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-lock-'))
  children = []
})

afterEach(async () => {
  for (const child of children) await child.kill()
  rmSync(folder, { recursive: true, force: true })
})

function holder(program = 'lock-holder.ts'): Child {
  const child = startChild(program, folder)
  children.push(child)
  return child
}

test('rejects a folder that another process holds, also by a link, and names that process', async () => {
  const child = holder()
  expect(await child.next()).toBe('locked')
  expect(() => lockFolder(folder)).toThrow(`The data folder ${folder} is in use by process ${child.pid}.`)
  expect(() => lockFolder(folder)).toThrow(`process ${child.pid}`)
  const third = holder()
  expect(await third.next()).toContain(`process ${child.pid}`)
  const link = `${folder}-link`
  symlinkSync(folder, link)
  try {
    expect(() => lockFolder(link)).toThrow(`The data folder ${link} is in use by process ${child.pid}.`)
  } finally {
    rmSync(link)
  }
})

test('releases a folder at once when its holder is killed with -9', async () => {
  for (const _ of [1, 2, 3]) {
    const child = holder()
    expect(await child.next()).toBe('locked')
    await child.kill()
  }
  const lock = lockFolder(folder)
  expect(readFileSync(join(folder, 'lock.pid'), 'utf8')).toBe(`${process.pid}\n`)
  expect(await holder().next()).toContain(`process ${process.pid}`)
  lock.release()
})

test('allows another process and the same one to lock a released folder', async () => {
  const lock = lockFolder(folder)
  lock.release()
  lock.release()
  expect(existsSync(join(folder, 'lock.pid'))).toBe(false)
  lockFolder(folder).release()
  expect(await holder().next()).toBe('locked')
})

test('rejects a second lock in the same process and keeps the first', async () => {
  const lock = lockFolder(folder)
  expect(() => lockFolder(folder)).toThrow(`process ${process.pid}`)
  expect(await holder().next()).toContain(`process ${process.pid}`)
  lock.release()
})

test('ignores the lock.pid of a dead process', async () => {
  writeFileSync(join(folder, 'lock.pid'), '1\n')
  const lock = lockFolder(folder)
  rmSync(join(folder, 'lock.pid'))
  expect(await holder().next()).toContain('another process')
  lock.release()
})

test('creates a missing folder for its owner only, regardless of the umask', () => {
  const before = process.umask(0o000)
  try {
    const made = join(folder, 'deep', 'data')
    const lock = lockFolder(made)
    expect(statSync(join(folder, 'deep')).mode & 0o777).toBe(0o700)
    expect(statSync(made).mode & 0o777).toBe(0o700)
    expect(statSync(join(made, 'lock.db')).mode & 0o777).toBe(0o600)
    lock.release()
  } finally {
    process.umask(before)
  }
})

test('processes of a cluster share a folder and exclude others', async () => {
  const lock = lockFolder(folder, 'shared')
  const child = holder('shared-lock-holder.ts')
  expect(await child.next()).toBe('locked')
  expect(() => lockFolder(folder)).toThrow(`The data folder ${folder} is in use by process ${child.pid}.`)
  lock.release()
  expect(() => lockFolder(folder)).toThrow('is in use')
  await child.kill()
  const own = lockFolder(folder)
  expect(() => lockFolder(folder, 'shared')).toThrow(`process ${process.pid}`)
  own.release()
})
