/** Backups with a manifest, and restores that change nothing unless the backup is intact and the target empty. */
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openStore } from '@millrace/store'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { runningService } from '../testing/running-service.ts'
import { writeBackup } from './backup.ts'
import { backupCommand } from './backup-command.ts'
import { type BackupManifest, manifestOf } from './backup-manifest.ts'
import { type RestoreRequest, restoreBackup } from './restore.ts'
import { restoreCommand } from './restore-command.ts'

const KEY = 'ab'.repeat(32)
const NOW = Date.parse('2026-11-17T03:00:00Z')

let first: string
beforeAll(async () => {
  first = mkdtempSync(join(tmpdir(), 'millrace-restore-'))
  mkdirSync(join(first, 'data', 'files', 'notes'), { recursive: true })
  writeFileSync(join(first, 'data', 'secret-key'), `${KEY}\n`)
  writeFileSync(join(first, 'data', 'files', 'notes', 'a.txt'), 'kept', { mode: 0o644 })
  const store = await openStore({ database: join(first, 'data', 'millrace.db') })
  await store.keyValues.set('some', 'key', 'value')
  await store.connections.create(CONNECTION)
  await store.close()
  await writeBackup(sourceIn(first), { target: join(first, 'backups', 'one.db'), withKey: true, now: NOW })
})
afterAll(() => rmSync(first, { recursive: true, force: true }))

const sourceIn = (folder: string) => ({
  dataDir: join(folder, 'data'),
  database: join(folder, 'data', 'millrace.db'),
  secretKey: undefined,
})

let root: string
let source: ReturnType<typeof sourceIn>
let backup: string
let dataDir: string

/** Every test has its own data folder and a backup of it with the key. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'millrace-restore-'))
  cpSync(first, root, { recursive: true })
  source = sourceIn(root)
  backup = join(root, 'backups', 'one.db')
  dataDir = join(root, 'restored')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const CONNECTION = {
  ...{ id: 'c1', name: 'own', provider: 'openai', baseUrl: null, secret: Buffer.from('sealed'), hint: 'led' },
  ...{ createdAt: 1, updatedAt: 1, createdBy: 'test' },
}

function restore(request: Partial<RestoreRequest> = {}) {
  const database = join(request.dataDir ?? dataDir, 'millrace.db')
  return restoreBackup({ backup, dataDir, database, withoutKey: false, ...request })
}

const contextInto = (printed: string[]) => ({
  ...{ env: {}, print: (line: string) => void printed.push(line), note: () => {}, now: () => NOW },
  interrupted: () => new AbortController().signal,
})

const manifest = (): BackupManifest => JSON.parse(readFileSync(manifestOf(backup), 'utf8'))
const modeOf = (path: string) => statSync(path).mode & 0o777

test('a backup has a manifest with version, counts, sizes and checksums, and no other new files', async () => {
  expect(manifest()).toMatchObject({
    format: 1,
    version: expect.stringMatching(/^\d/),
    created_at: '2026-11-17T03:00:00.000Z',
    database: { kind: 'sqlite', rows: { key_values: 1, connections: 1, workflows: 0 }, has_secrets: true },
    key: { is_included: true, check: expect.stringMatching(/^[0-9a-f]{16}$/) },
    files: [
      { path: 'one.db', bytes: statSync(backup).size, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { path: 'one.db.files/notes/a.txt', bytes: 4 },
      { path: 'one.db.secret-key', bytes: 65 },
    ],
  })
  expect(JSON.stringify(manifest())).not.toContain(KEY)
  expect(readdirSync(dirname(backup)).toSorted()).toEqual([
    'one.db',
    'one.db.files',
    'one.db.manifest.json',
    'one.db.secret-key',
  ])
  for (const name of ['one.db', 'one.db.manifest.json', 'one.db.secret-key', 'one.db.files/notes/a.txt'])
    expect([name, modeOf(join(dirname(backup), name))]).toEqual([name, 0o600])
})

test('a restore writes database, files and key with modes 600 and 700', async () => {
  const umask = process.umask(0)
  try {
    expect(await restore()).toMatchObject({ key: 'backup' })
  } finally {
    process.umask(umask)
  }
  expect(readdirSync(dataDir).toSorted()).toEqual(['files', 'millrace.db', 'secret-key'])
  expect(readFileSync(join(dataDir, 'files/notes/a.txt'), 'utf8')).toBe('kept')
  expect(readFileSync(join(dataDir, 'secret-key'), 'utf8')).toBe(`${KEY}\n`)
  for (const name of ['', 'files', 'files/notes']) expect([name, modeOf(join(dataDir, name))]).toEqual([name, 0o700])
  for (const name of ['millrace.db', 'secret-key', 'files/notes/a.txt'])
    expect([name, modeOf(join(dataDir, name))]).toEqual([name, 0o600])
  const store = await openStore({ database: join(dataDir, 'millrace.db') })
  expect(await store.keyValues.get('some', 'key')).toBe('value')
  await store.close()
})

test.each([
  ['a changed byte of the database', () => appendFileSync(backup, 'x'), 'one.db is damaged: it has'],
  [
    'a changed file of the same size',
    () => writeFileSync(`${backup}.files/notes/a.txt`, 'kepT'),
    'a.txt is damaged: its SHA-256',
  ],
  ['a missing file', () => rmSync(`${backup}.files/notes/a.txt`), 'a.txt is missing'],
  ['a missing manifest', () => rmSync(manifestOf(backup)), 'is not a complete backup'],
  ['a manifest that is cut off', () => writeFileSync(manifestOf(backup), '{"format":1'), 'is not a manifest'],
  [
    'a manifest with a path to the outside',
    () =>
      rewrite((value) => ({ ...value, files: [{ ...value.files[0]!, path: 'one.db.files/../../data/secret-key' }] })),
    'names a file that is not part of the backup',
  ],
  [
    'a newer schema',
    () => rewrite((value) => ({ ...value, database: { ...value.database, schema: 9999 } })),
    'was written by a newer version',
  ],
])('a restore of a backup with %s is refused and writes nothing', async (_, damage, message) => {
  damage()
  await expect(restore()).rejects.toThrow(message)
  expect(existsSync(dataDir)).toBe(false)
})

function rewrite(change: (value: BackupManifest) => unknown): void {
  writeFileSync(manifestOf(backup), JSON.stringify(change(manifest())))
}

test('a restore refuses a folder that is not empty, and leaves it as it is', async () => {
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'mine.txt'), 'mine')
  await expect(restore()).rejects.toThrow(`${dataDir} is not empty (mine.txt).`)
  expect(readdirSync(dataDir)).toEqual(['mine.txt'])
})

test('a restore of secrets without their key is refused with the ways to continue', async () => {
  await writeBackup(source, { target: backup, overwrite: true, now: NOW })
  expect(existsSync(`${backup}.secret-key`)).toBe(false)
  await expect(restore()).rejects.toThrow(/--key FILE.*MILLRACE_SECRET_KEY.*--without-key/)
  const other = join(root, 'other-key')
  writeFileSync(other, 'cd'.repeat(32))
  await expect(restore({ keyFile: other })).rejects.toThrow(`${other} is not the key of this backup`)
  await expect(restore({ secretKey: Buffer.from('cd'.repeat(32), 'hex') })).rejects.toThrow(
    'MILLRACE_SECRET_KEY is not',
  )
  expect(existsSync(dataDir)).toBe(false)
  expect(await restore({ keyFile: join(source.dataDir, 'secret-key') })).toMatchObject({ key: 'file' })
  const [second, third] = [join(root, 'second'), join(root, 'third')]
  expect(await restore({ dataDir: second, secretKey: Buffer.from(KEY, 'hex') })).toMatchObject({ key: 'environment' })
  expect(readdirSync(second)).not.toContain('secret-key')
  expect(await restore({ dataDir: third, withoutKey: true })).toMatchObject({ key: 'none' })
  expect(readdirSync(third).toSorted()).toEqual(['files', 'millrace.db'])
  expect(readFileSync(join(third, 'files/notes/a.txt'), 'utf8')).toBe('kept')
  const store = await openStore({ database: join(third, 'millrace.db') })
  expect(await store.keyValues.get('some', 'key')).toBe('value')
  expect((await store.connections.get('c1'))?.name).toBe('own')
  await store.close()
})

test('the command restores without the lost key and names the command for a new one', async () => {
  await writeBackup(source, { target: backup, overwrite: true, now: NOW })
  const printed: string[] = []
  const context = contextInto(printed)
  await expect(restoreCommand.run([backup, '--data-dir', dataDir], context)).rejects.toThrow('--without-key')
  expect(await restoreCommand.run([backup, '--data-dir', dataDir, '--without-key'], context)).toBe(0)
  expect(printed[0]).toMatch(/ is complete: all checksums fit \(files: 2\)\.$/)
  expect(printed.join('\n')).toContain(`openssl rand -hex 32 > ${dataDir}/secret-key`)
  expect(readdirSync(dataDir).toSorted()).toEqual(['files', 'millrace.db'])
})

test('a backup is restored with a key file that has a newer key too', async () => {
  await writeBackup(source, { target: backup, overwrite: true, now: NOW })
  const both = join(root, 'both-keys')
  writeFileSync(both, `${'cd'.repeat(32)}\n${KEY}\n`)
  const rotated = join(root, 'rotated')
  expect(await restore({ dataDir: rotated, keyFile: both })).toMatchObject({ key: 'file' })
  expect(readFileSync(join(rotated, 'secret-key'), 'utf8')).toBe(readFileSync(both, 'utf8'))
})

test('after a rotation earlier backups need the old key, and new ones the new key', async () => {
  const [keyFile, oldKey] = [join(source.dataDir, 'secret-key'), join(root, 'old-key')]
  rmSync(source.dataDir, { recursive: true })
  {
    await using service = await runningService([], { dataDir: source.dataDir })
    await service.call('POST', '/connections', { name: 'own', provider: 'openai', apiKey: 'sk-0123456789' })
    await writeBackup(source, { target: backup, overwrite: true, now: NOW })
    cpSync(keyFile, oldKey)
    for (const body of [{}, { finish: true }]) {
      await service.call('POST', '/system/key-rotation', body)
      const rotation = () => service.call<{ data: { state: string } }>('GET', '/system/key-rotation')
      await expect.poll(async () => (await rotation()).data.state).toBe('done')
    }
    await writeBackup(source, { target: `${backup}.new`, now: NOW })
  }
  expect(readFileSync(keyFile, 'utf8')).not.toBe(readFileSync(oldKey, 'utf8'))
  await expect(restore({ keyFile })).rejects.toThrow(`${keyFile} is not the key of this backup`)
  expect(await restore({ keyFile: oldKey })).toMatchObject({ key: 'file' })
  const later = { backup: `${backup}.new`, dataDir: join(root, 'later') }
  await expect(restore({ ...later, keyFile: oldKey })).rejects.toThrow(`${oldKey} is not the key of this backup`)
  expect(await restore({ ...later, keyFile })).toMatchObject({ key: 'file' })
})

test('an overwritten backup has no part of the earlier one', async () => {
  rmSync(join(source.dataDir, 'files'), { recursive: true })
  const args = [backup, '--data-dir', source.dataDir]
  await expect(backupCommand.run(args, contextInto([]))).rejects.toThrow(/exists already\. .* or --overwrite/)
  await writeBackup(source, { target: backup, overwrite: true, now: NOW })
  expect(readdirSync(dirname(backup)).toSorted()).toEqual(['one.db', 'one.db.manifest.json'])
  expect(manifest().files.map(({ path }) => path)).toEqual(['one.db'])
})

test('a backup copies the files after the database, and the database gets its name last', async () => {
  backup = join(root, 'backups', 'two.db')
  const parts = ['two.db', 'two.db.files', 'two.db.manifest.json', 'two.db.secret-key']
  const named: string[] = []
  const watcher = watch(dirname(backup), (_, name) => {
    if (name !== null && parts.includes(name) && !named.includes(name)) named.push(name)
  })
  try {
    await writeBackup(source, { target: backup, withKey: true, now: NOW })
    await expect.poll(() => named.length, { timeout: 60_000 }).toBe(parts.length)
  } finally {
    watcher.close()
  }
  expect(named.toSorted()).toEqual(parts)
  expect(named.at(-1)).toBe('two.db')
  const writtenAt = (path: string) => statSync(path, { bigint: true }).mtimeNs
  expect(writtenAt(`${backup}.files/notes/a.txt`)).toBeGreaterThanOrEqual(writtenAt(backup))
})

test('a backup that fails leaves nothing', async () => {
  backup = join(root, 'backups', 'two.db')
  const before = readdirSync(dirname(backup))
  rmSync(join(source.dataDir, 'files'), { recursive: true })
  writeFileSync(join(source.dataDir, 'files'), 'not a folder')
  await expect(writeBackup(source, { target: backup, withKey: true, now: NOW })).rejects.toThrow('ENOTDIR')
  expect(readdirSync(dirname(backup))).toEqual(before)
})

test('a backup copies databases of workflows at one point in time, and no links', async () => {
  backup = join(root, 'backups', 'two.db')
  const file = join(source.dataDir, 'files', 'own.db')
  const own = new DatabaseSync(file)
  own.exec(`PRAGMA journal_mode = WAL; CREATE TABLE t (a); INSERT INTO t VALUES (42)`)
  symlinkSync('/etc/passwd', join(source.dataDir, 'files', 'link'))
  await writeBackup(source, { target: backup, now: NOW })
  own.close()
  expect(readdirSync(`${backup}.files`).toSorted()).toEqual(['notes', 'own.db'])
  const copy = new DatabaseSync(join(`${backup}.files`, 'own.db'))
  expect(copy.prepare('SELECT a FROM t').all()).toEqual([{ a: 42 }])
  copy.close()
})
