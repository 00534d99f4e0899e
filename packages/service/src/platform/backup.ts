/**
 * A backup: the database and the other files that a restore needs. `FILE` is the database, `FILE.files` the folder of
 * the file nodes, `FILE.secret-key` the key and `FILE.manifest.json` the sizes and checksums. The key is copied only on
 * request: it decrypts every secret in the database. `FILE` gets its name last, so that it exists only if all others do.
 * A backup that is replaced exists until the new one is complete (replace-backup.ts).
 */

import { existsSync } from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { BackupRefused, backupDatabase, summaryOfSqlite } from '@millrace/store'
import {
  type BackupFile,
  type BackupManifest,
  digestOf,
  keyCheck,
  manifestOf,
  writePrivate,
} from './backup-manifest.ts'
import type { Config } from './config.ts'
import { copyPrivate, copyPrivateFolder, makePrivateFolder } from './copy-private.ts'
import { iso } from './iso.ts'
import { parsedKeys } from './key-file.ts'
import { finishReplacement, replaceBackup } from './replace-backup.ts'
import { removeStaleParts } from './stale-parts.ts'
import { VERSION } from './version.ts'

export interface BackupRequest {
  readonly target: string
  readonly overwrite?: boolean
  readonly withKey?: boolean
  /** The time of the manifest, in milliseconds. */
  readonly now: number
}

export interface Backup {
  readonly file: string
  readonly bytes: number
  /** The copy of the folder `files`; null if the folder does not exist. */
  readonly files: string | null
  /** The copy of the key; null if it was not requested or is set in the environment. */
  readonly key: string | null
  readonly manifest: string
}

type BackupSource = Pick<Config, 'database' | 'dataDir' | 'secretKey'>

/** Writes a backup, whether or not the service is running. */
export async function writeBackup(source: BackupSource, request: BackupRequest): Promise<Backup> {
  const { target, overwrite = false } = request
  if (resolve(target) === resolve(source.database))
    throw new BackupRefused('The backup target must not be the database file itself.')
  await finishReplacement(target)
  await removeStaleParts(target)
  if (!overwrite || !existsSync(target)) return writeNew(source, request)
  const folder = `${target}.${process.pid}.part`
  await rm(folder, { recursive: true, force: true })
  try {
    await makePrivateFolder(folder)
    const written = await writeNew(source, { ...request, target: join(folder, basename(target)), overwrite: false })
    await replaceBackup(target, folder)
    return {
      ...written,
      file: target,
      files: written.files && `${target}.files`,
      key: written.key && `${target}.secret-key`,
      manifest: manifestOf(target),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function writeNew(
  source: BackupSource,
  { target, overwrite = false, withKey = false, now }: BackupRequest,
): Promise<Backup> {
  const written = new WrittenParts(target, overwrite)
  try {
    const bytes = await backupDatabase(source.database, target, {
      overwrite,
      beforeRename: async (copy) => {
        const summary = await summaryOfSqlite(copy)
        const files: BackupFile[] = [{ path: basename(target), ...(await digestOf(copy)) }]
        const folder = join(source.dataDir, 'files')
        if (existsSync(folder)) {
          // After the database: a file that an execution wrote is then never missing.
          const paths = await copyPrivateFolder(folder, await written.part('.files'))
          for (const path of paths)
            files.push({
              path: `${basename(target)}.files/${path}`,
              ...(await digestOf(join(written.partOf('.files'), path))),
            })
        }
        const keyFile = join(source.dataDir, 'secret-key')
        if (withKey && existsSync(keyFile)) {
          await copyPrivate(keyFile, await written.part('.secret-key'))
          files.push({
            path: `${basename(target)}.secret-key`,
            ...(await digestOf(written.partOf('.secret-key'))),
          })
        }
        const manifest: BackupManifest = {
          format: 1,
          version: VERSION,
          created_at: iso(now),
          database: { kind: 'sqlite', schema: summary.schema, rows: summary.rows, has_secrets: summary.hasSecrets },
          key: { is_included: written.has('.secret-key'), check: await checkOf(source, keyFile) },
          files,
        }
        await writePrivate(await written.part('.manifest.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
        await written.rename()
      },
    })
    return {
      file: target,
      bytes,
      files: written.has('.files') ? `${target}.files` : null,
      key: written.has('.secret-key') ? `${target}.secret-key` : null,
      manifest: manifestOf(target),
    }
  } finally {
    await written.removeParts()
  }
}

type Suffix = '.files' | '.secret-key' | '.manifest.json'

/** The files next to the database, which are written under temporary names first. */
class WrittenParts {
  readonly #target: string
  readonly #overwrite: boolean
  readonly #suffixes = new Set<Suffix>()

  constructor(target: string, overwrite: boolean) {
    this.#target = target
    this.#overwrite = overwrite
  }

  partOf(suffix: Suffix): string {
    return `${this.#target}${suffix}.${process.pid}.part`
  }

  /** The temporary name of a new part; what an earlier process left there is removed. */
  async part(suffix: Suffix): Promise<string> {
    await rm(this.partOf(suffix), { recursive: true, force: true })
    this.#suffixes.add(suffix)
    return this.partOf(suffix)
  }

  has(suffix: Suffix): boolean {
    return this.#suffixes.has(suffix)
  }

  /** Gives all parts their names. Parts of the replaced backup that the new one does not have are removed. */
  async rename(): Promise<void> {
    for (const suffix of ['.files', '.secret-key', '.manifest.json'] as const) {
      const final = `${this.#target}${suffix}`
      // Without --overwrite the database does not exist, so this is the rest of an interrupted backup; a key is kept.
      if (suffix !== '.secret-key' || this.#overwrite || this.has(suffix))
        await rm(final, { recursive: true, force: true })
      if (this.has(suffix)) await rename(this.partOf(suffix), final)
    }
  }

  async removeParts(): Promise<void> {
    for (const suffix of this.#suffixes) await rm(this.partOf(suffix), { recursive: true, force: true })
  }
}

async function checkOf({ secretKey }: BackupSource, keyFile: string): Promise<string | null> {
  if (secretKey !== undefined) return keyCheck(secretKey)
  const text = await readFile(keyFile, 'utf8').catch(() => undefined)
  try {
    return text === undefined ? null : keyCheck(parsedKeys(text)[0] ?? new Uint8Array())
  } catch {
    return null
  }
}
