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
export async function tightenDataFolder(paths: DataPaths, log: Log): Promise<void> {
  // Windows does not have these modes.
  if (process.platform === 'win32') return
  for (const { path, mode } of privatePaths(paths)) await tighten(path, mode, log)
}

interface PrivatePath {
  readonly path: string
  readonly mode: number
}

/** What other users must not have access to; not all of it exists in every folder. */
function privatePaths({ dataDir, database }: DataPaths): readonly PrivatePath[] {
  const databases = [
    join(dataDir, 'millrace.db'),
    join(dataDir, 'lock.db'),
    ...(/^postgres(ql)?:/.test(database) ? [] : [database]),
  ]
  const files = [
    ...SECRET_FILES.map((name) => join(dataDir, name)),
    ...new Set(databases).values().flatMap((file) => DATABASE_SUFFIXES.map((suffix) => file + suffix)),
  ]
  return [
    // Other users cannot reach the files in these folders: only the owner may enter them.
    ...[dataDir, join(dataDir, 'files'), join(dataDir, 'backups')].map((path) => ({ path, mode: FOLDER_MODE })),
    ...files.map((path) => ({ path, mode: FILE_MODE })),
  ]
}

/** The paths of a data folder that other users have access to. */
export async function openToOthers(paths: DataPaths): Promise<readonly string[]> {
  if (process.platform === 'win32') return []
  const modes = privatePaths(paths).map(async ({ path }) => ({
    path,
    mode: (await stat(path).catch(() => null))?.mode,
  }))
  return (await Promise.all(modes)).filter(({ mode = 0 }) => (mode & OTHERS) !== 0).map(({ path }) => path)
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
