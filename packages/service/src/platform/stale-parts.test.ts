/** Parts of backups whose process was killed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '@millrace/store'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeBackup } from './backup.ts'
import { MAX_STALE_PARTS, removeStaleParts } from './stale-parts.ts'

let root: string
let folder: string
let target: string
/** The number of a process that has ended. */
let ended: number
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'millrace-parts-'))
  folder = join(root, 'backups')
  target = join(folder, 'one.db')
  mkdirSync(folder)
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  ended = child.pid ?? 0
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test('the next backup of the same name removes the parts of a process that has ended', async () => {
  const database = join(root, 'millrace.db')
  await (await openStore({ database })).close()
  for (const part of [`one.db.${ended}.part`, `one.db.secret-key.${ended}.part`, `one.db.manifest.json.${ended}.part`])
    writeFileSync(join(folder, part), 'half')
  mkdirSync(join(folder, `one.db.files.${ended}.part`))
  writeFileSync(join(folder, `one.db.files.${ended}.part`, 'a.txt'), 'half')
  const source = { dataDir: root, database, secretKey: undefined }
  await writeBackup(source, { target, now: 0 })
  expect(readdirSync(folder).toSorted()).toEqual(['one.db', 'one.db.manifest.json'])
  mkdirSync(join(folder, `one.db.${ended}.part`))
  await writeBackup(source, { target, now: 0, overwrite: true })
  expect(readdirSync(folder).toSorted()).toEqual(['one.db', 'one.db.manifest.json'])
})

test('parts of running processes and other backups, and other files, are kept', async () => {
  const kept = [
    ...[`one.db.${process.pid}.part`, `one.db.${process.ppid}.part`, `two.db.${ended}.part`, `one.db2.${ended}.part`],
    ...[`one.db.${ended}.part.txt`, `one.db.${ended}`, `one.db.0.part`, 'one.db.part', `one.db.notes.${ended}.part`],
    ...['one.db.9999999999.part', `aone.db.${ended}.part`],
  ].toSorted()
  for (const name of kept) writeFileSync(join(folder, name), '')
  await removeStaleParts(target)
  expect(readdirSync(folder).toSorted()).toEqual(kept)
})

test('a missing folder has no parts, and one backup removes a limited number', async () => {
  await expect(removeStaleParts(join(root, 'none', 'one.db'))).resolves.toBeUndefined()
  // No process has a number of this size.
  const names = Array.from({ length: MAX_STALE_PARTS + 1 }, (_, at) => `one.db.${2_000_000_000 + at}.part`)
  for (const name of names) writeFileSync(join(folder, name), '')
  await removeStaleParts(target)
  expect(readdirSync(folder)).toHaveLength(1)
  await removeStaleParts(target)
  expect(readdirSync(folder)).toEqual([])
})
