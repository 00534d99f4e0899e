/**
 * Restricts the data folder to its owner. A folder or file created by other means, such as a copy from a backup, is
 * restricted at the start; if that is not possible, the log warns.
 */
import { chmod, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from './ports.ts'

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
const OTHERS = 0o077
/** Set on a folder such as /tmp, which is shared on purpose. */
const STICKY = 0o1000

const SECRET_FILES = ['secret-key', 'admin-token', 'lock.pid']
/** Files that SQLite and our lock keep next to a database. */
const DATABASE_SUFFIXES = ['', '-wal', '-shm', '-journal', '-lock', '-lock.pid']

export interface DataPaths {
  readonly dataDir: string
  /** A file, or the URL of a server. */
  readonly database: string
}

/** Removes the permissions of other users from the data folder and the secret files in it. */
export async function tightenDataFolder({ dataDir, database }: DataPaths, log: Log): Promise<void> {
  // Windows does not have these modes.
  if (process.platform === 'win32') return
  await tighten(dataDir, FOLDER_MODE, log)
  await tighten(join(dataDir, 'files'), FOLDER_MODE, log)
  const databases = [
    join(dataDir, 'millrace.db'),
    join(dataDir, 'lock.db'),
    ...(/^postgres(ql)?:/.test(database) ? [] : [database]),
  ]
  const files = [
    ...SECRET_FILES.map((name) => join(dataDir, name)),
    ...new Set(databases).values().flatMap((file) => DATABASE_SUFFIXES.map((suffix) => file + suffix)),
  ]
  for (const file of files) await tighten(file, FILE_MODE, log)
}

async function tighten(path: string, mode: number, log: Log): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined || (found.mode & OTHERS) === 0) return
  const had = (found.mode & 0o7777).toString(8)
  try {
    if ((found.mode & STICKY) !== 0) throw new Error('it is a shared folder')
    await chmod(path, found.mode & mode)
    log.info({ path, had }, 'removed the access of other users to this path')
  } catch (err) {
    log.warn({ path, mode: had, err }, 'other users have access to this path, and it could not be restricted')
  }
}
