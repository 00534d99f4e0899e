/**
 * A backup: the database and the other files that a restore needs. `FILE` is the database, `FILE.files` the folder of
 * the file nodes, `FILE.secret-key` the key. The key is copied only on request: it decrypts every secret in the database.
 */
import { constants, existsSync } from 'node:fs'
import { chmod, copyFile, cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { backupDatabase } from '@millrace/store'
import type { Config } from './config.ts'

export interface BackupRequest {
  readonly target: string
  readonly overwrite?: boolean
  readonly withKey?: boolean
}

export interface Backup {
  readonly file: string
  readonly bytes: number
  /** The copy of the folder `files`; null if the folder does not exist. */
  readonly files: string | null
  /** The copy of the key; null if it was not requested or is set in the environment. */
  readonly key: string | null
}

/** Writes a backup, whether or not the service is running. */
export async function writeBackup(
  { database, dataDir }: Pick<Config, 'database' | 'dataDir'>,
  { target, overwrite = false, withKey = false }: BackupRequest,
): Promise<Backup> {
  const bytes = await backupDatabase(database, target, { overwrite })
  const files = existsSync(join(dataDir, 'files')) ? `${target}.files` : null
  if (files !== null) {
    await rm(files, { recursive: true, force: true })
    await cp(join(dataDir, 'files'), files, { recursive: true })
    await chmod(files, 0o700)
  }
  const keyFile = join(dataDir, 'secret-key')
  const key = withKey && existsSync(keyFile) ? `${target}.secret-key` : null
  if (key !== null) {
    await copyFile(keyFile, key, overwrite ? 0 : constants.COPYFILE_EXCL)
    await chmod(key, 0o600)
  }
  return { file: target, bytes, files, key }
}
