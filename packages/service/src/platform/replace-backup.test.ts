/** A backup that is replaced with --overwrite, interrupted after each of its steps. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openStore } from '@millrace/store'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeBackup } from './backup.ts'
import { readManifest, verifyFiles } from './backup-manifest.ts'
import { replaceBackup } from './replace-backup.ts'
import { restoreBackup } from './restore.ts'

let root: string
let target: string
let source: { readonly dataDir: string; readonly database: string; readonly secretKey: undefined }

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'millrace-replace-'))
  target = join(root, 'backups', 'one.db')
  const dataDir = join(root, 'data')
  source = { dataDir, database: join(dataDir, 'millrace.db'), secretKey: undefined }
  mkdirSync(join(dataDir, 'files'), { recursive: true })
  writeFileSync(join(dataDir, 'secret-key'), `${'ab'.repeat(32)}\n`)
  const store = await openStore({ database: source.database })
  await store.close()
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const OLD = Date.parse('2026-11-17T03:00:00Z')
const NEW = Date.parse('2026-11-18T03:00:00Z')

/** Writes a backup whose file has the time as its content. */
async function write(file: string, now: number): Promise<void> {
  writeFileSync(join(source.dataDir, 'files', 'a.txt'), String(now))
  await writeBackup(source, { target: file, withKey: now === OLD, now })
}

class Interrupted extends Error {}

/** Replaces the old backup by the new one; true if it ended before the number of changes, after which it is interrupted. */
async function isReplacedBefore(changes: number): Promise<boolean> {
  const staged = join(dirname(target), 'staged')
  cpSync(join(root, 'old'), dirname(target), { recursive: true })
  cpSync(join(root, 'new'), staged, { recursive: true })
  let left = changes
  const replacing = replaceBackup(target, staged, () => {
    left -= 1
    if (left === 0) throw new Interrupted()
  })
  return replacing.then(
    () => true,
    (error: unknown) => {
      if (error instanceof Interrupted) return false
      throw error
    },
  )
}

/** The time of an intact backup: of its manifest and of the file in it. */
async function timeOf(backup: string): Promise<number> {
  const manifest = await readManifest(backup)
  await verifyFiles(backup, manifest)
  const time = Date.parse(manifest.created_at)
  expect(Number(readFileSync(join(`${backup}.files`, 'a.txt'), 'utf8'))).toBe(time)
  return time
}

function restore(backup: string) {
  const dataDir = join(root, 'restored')
  return restoreBackup({ backup, dataDir, database: join(dataDir, 'millrace.db'), withoutKey: false })
}

test('a backup is complete wherever its replacement is interrupted, a restore names it, and the next backup continues', async () => {
  await write(join(root, 'old', 'one.db'), OLD)
  await write(join(root, 'new', 'one.db'), NEW)
  const found: string[] = []
  for (let changes = 1, isOver = false; !isOver; changes++) {
    isOver = await isReplacedBefore(changes)
    if (existsSync(target)) {
      found.push((await timeOf(target)) === OLD ? 'old' : 'new')
    } else {
      const message = await restore(target).catch((error: Error) => error.message)
      const [, named = ''] = /was being replaced .* Restore (\S+), which is complete/.exec(String(message)) ?? []
      expect(await timeOf(named), named).toBe(named.includes('new') ? NEW : OLD)
      found.push(named.slice(target.length + 1))
    }
    await expect(writeBackup(source, { target, now: NEW })).rejects.toThrow('exists already')
    expect(await timeOf(target)).toBe(NEW)
    expect(readdirSync(dirname(target)).toSorted()).toEqual(['one.db', 'one.db.files', 'one.db.manifest.json'])
    rmSync(dirname(target), { recursive: true })
  }
  expect(found).toEqual([
    'old',
    ...Array(4).fill('replacing/new/one.db'),
    ...Array(2).fill('replacing/old/one.db'),
    ...Array(3).fill('new'),
  ])
})

test('the copy that a restore names after an interruption can be restored', async () => {
  await write(join(root, 'old', 'one.db'), OLD)
  await write(join(root, 'new', 'one.db'), NEW)
  for (const [changes, folder, time] of [
    [3, 'new', NEW],
    [6, 'old', OLD],
  ] as const) {
    await isReplacedBefore(changes)
    const { manifest } = await restore(join(`${target}.replacing`, folder, 'one.db'))
    expect(Date.parse(manifest.created_at)).toBe(time)
    rmSync(join(root, 'restored'), { recursive: true })
    rmSync(dirname(target), { recursive: true })
  }
})

test('an overwritten backup never replaces the database itself', async () => {
  await expect(writeBackup(source, { target: source.database, overwrite: true, now: NEW })).rejects.toThrow(
    'must not be the database file itself',
  )
})
