/**
 * Restores a backup into an empty data folder, and the database into it or into an empty Postgres database. Every check
 * comes before the first change. The database gets its name last, so that a service never starts on half a restore.
 */
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isPostgres, moveToPostgres, NEWEST_SCHEMA, openStore, type TableReport } from '@millrace/store'
import { type BackupManifest, BadBackup, keyCheck, readManifest, verifyFiles, writePrivate } from './backup-manifest.ts'
import { copyPrivate, makePrivateFolder } from './copy-private.ts'
import { parsedKeys } from './key-file.ts'
import { markPaused } from './pause.ts'
import { interruptedReplacement } from './replace-backup.ts'

export interface RestoreRequest {
  /** The database file of the backup. */
  readonly backup: string
  readonly dataDir: string
  /** A SQLite file, or the URL of a Postgres database. */
  readonly database: string
  /** The file with the secret key, if the backup does not include it. */
  readonly keyFile?: string | undefined
  /** The key of the environment; it is not written to the folder. */
  readonly secretKey?: Uint8Array | undefined
  /** Restores without the key; secrets in the backup cannot be decrypted then. */
  readonly withoutKey: boolean
  /** Starts nothing in the restored service until an admin resumes it. */
  readonly paused?: boolean
}

export interface Restored {
  readonly manifest: BackupManifest
  /** Where the key comes from; `none` if the backup has no secrets or the key was left out. */
  readonly key: 'backup' | 'file' | 'environment' | 'none'
  /** The comparison with Postgres, by table. */
  readonly reports: readonly TableReport[]
}

export async function restoreBackup(request: RestoreRequest): Promise<Restored> {
  const { backup, dataDir, database } = request
  const complete = interruptedReplacement(backup)
  if (complete !== undefined)
    throw new BadBackup(
      `${backup} was being replaced when its backup was interrupted. Restore ${complete}, which is complete, or write ` +
        'the backup again.',
    )
  const manifest = await readManifest(backup)
  if (manifest.database.schema > NEWEST_SCHEMA)
    throw new BadBackup(
      `${backup} was written by a newer version of Millrace (${manifest.version}). Install that version to restore it.`,
    )
  await refuseFullFolder(dataDir)
  if (!isPostgres(database) && existsSync(database)) throw new BadBackup(`${database} exists already.`)
  await verifyFiles(backup, manifest)
  const key = await keyFor(request, manifest)
  const isNew = !existsSync(dataDir)
  try {
    const reports = await write(request, { manifest, key })
    if (request.paused) await pause(database)
    return { manifest, key: key.from, reports }
  } catch (error) {
    await clear(dataDir, isNew)
    throw error
  }
}

async function pause(database: string): Promise<void> {
  const store = await openStore({ database })
  await markPaused(store.keyValues).finally(() => store.close())
}

/** A disk of its own has this folder. */
const IGNORED = new Set(['lost+found'])

async function refuseFullFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const found = names.filter((name) => !IGNORED.has(name))
  if (found.length > 0)
    throw new BadBackup(`${folder} is not empty (${found.slice(0, 3).join(', ')}${found.length > 3 ? ', …' : ''}).`)
}

/** Removes what a failed restore wrote to the folder, which was empty. */
async function clear(folder: string, isNew: boolean): Promise<void> {
  if (isNew) return rm(folder, { recursive: true, force: true })
  for (const name of await readdir(folder))
    if (!IGNORED.has(name)) await rm(join(folder, name), { recursive: true, force: true })
}

interface FoundKey {
  readonly from: Restored['key']
  /** What to write to `secret-key`. */
  readonly text?: string
}

async function keyFor(request: RestoreRequest, { key, database }: BackupManifest & object): Promise<FoundKey> {
  const { backup, keyFile, secretKey, withoutKey } = request
  const found = await keyIn(request, key.is_included)
  if (found === undefined) {
    if (!database.has_secrets || withoutKey) return { from: 'none' }
    throw new BadBackup(
      `${backup} contains encrypted secrets, but not the key that decrypts them. Name the copy of your secret-key with ` +
        '--key FILE, or set MILLRACE_SECRET_KEY. If the key is lost, use --without-key and enter the secrets again.',
    )
  }
  if (key.check !== null && !found.keys.some((one) => keyCheck(one) === key.check))
    throw new BadBackup(
      `${keyFile ?? (secretKey === undefined ? 'The key of the backup' : 'MILLRACE_SECRET_KEY')} is not the key of this ` +
        'backup: it cannot decrypt its secrets.',
    )
  return found
}

interface ReadKey extends FoundKey {
  readonly keys: readonly Uint8Array[]
}

async function keyIn(
  { backup, keyFile, secretKey }: RestoreRequest,
  isIncluded: boolean,
): Promise<ReadKey | undefined> {
  if (keyFile !== undefined) return { from: 'file', ...(await readKey(keyFile)) }
  if (secretKey !== undefined) return { from: 'environment', keys: [secretKey] }
  return isIncluded ? { from: 'backup', ...(await readKey(`${backup}.secret-key`)) } : undefined
}

async function readKey(file: string): Promise<{ readonly text: string; readonly keys: readonly Uint8Array[] }> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BadBackup(`${file} cannot be read: ${error.code}.`)
  })
  try {
    return { text, keys: parsedKeys(text) }
  } catch {
    throw new BadBackup(`${file} must contain a key of 32 bytes in hex or base64.`)
  }
}

interface Content {
  readonly manifest: BackupManifest
  readonly key: FoundKey
}

async function write(request: RestoreRequest, { manifest, key }: Content): Promise<readonly TableReport[]> {
  const { backup, dataDir, database } = request
  await makePrivateFolder(dataDir)
  const prefix = `${basename(backup)}.files/`
  for (const { path } of manifest.files) {
    if (!path.startsWith(prefix)) continue
    const target = join(dataDir, 'files', path.slice(prefix.length))
    await makePrivateFolders(join(dataDir, 'files'), dirname(target))
    await copyPrivate(join(dirname(backup), path), target)
  }
  if (key.text !== undefined) await writePrivate(join(dataDir, 'secret-key'), key.text)
  const copy = join(dataDir, 'restore.part')
  await copyPrivate(backup, copy)
  if (!isPostgres(database)) {
    await mkdir(dirname(database), { recursive: true })
    await rename(copy, database).catch(async (error: NodeJS.ErrnoException) => {
      // Another disk.
      if (error.code !== 'EXDEV') throw error
      await copyPrivate(copy, database)
      await rm(copy)
    })
    return []
  }
  const reports = await moveToPostgres({ source: copy, target: database })
  const different = reports.find(({ difference }) => difference !== undefined)
  if (different !== undefined) throw new Error(`The copy differs from the backup: ${different.difference}.`)
  for (const suffix of ['', '-wal', '-shm', '-lock', '-lock.pid']) await rm(`${copy}${suffix}`, { force: true })
  return reports
}

/** Creates every folder from the root down to one below it with mode 700. */
async function makePrivateFolders(root: string, folder: string): Promise<void> {
  if (folder.length > root.length) await makePrivateFolders(root, dirname(folder))
  await makePrivateFolder(folder)
}
