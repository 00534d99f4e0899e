/**
 * `VACUUM` of a SQLite file. It builds a copy in a temporary file and then writes it to the log, from which a checkpoint
 * copies it to the database: a crash at any point loses nothing.
 */
import { existsSync } from 'node:fs'
import { access, constants, stat, statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Compaction } from '../compaction.ts'
import { readInThread } from './read-in-thread.ts'

/** The variables that name the temporary folder of SQLite. */
export interface TemporaryFolders {
  readonly SQLITE_TMPDIR?: string | undefined
  readonly TMPDIR?: string | undefined
}

export async function compactSqlite(file: string, env: TemporaryFolders): Promise<Compaction> {
  if (!existsSync(file)) throw new Error(`The database file ${file} does not exist.`)
  await requireSpaceFor(await contentBytes(file), dirname(resolve(file)), await temporaryFolder(env))
  const before = await sizeOf(file)
  await readInThread(file, 'VACUUM')
  const [checkpoint] = await readInThread(file, 'PRAGMA wal_checkpoint(TRUNCATE)')
  return { before, after: await sizeOf(file), isReturned: checkpoint?.busy === 0 }
}

/** The size of the pages in use: what a copy needs. */
export async function contentBytes(file: string): Promise<number> {
  const [row] = await readInThread(
    file,
    `SELECT (p.page_count - f.freelist_count) * s.page_size AS bytes
      FROM pragma_page_count p, pragma_freelist_count f, pragma_page_size s`,
  )
  return Number(row?.bytes ?? 0)
}

/** The copy is written to the temporary folder, and the log next to the database; both may be on the same disk. */
export async function requireSpaceFor(bytes: number, folder: string, temporary: string): Promise<void> {
  const [own, other] = await Promise.all([stat(folder), stat(temporary)])
  await requireSpace(folder, own.dev === other.dev ? 2 * bytes : bytes)
  if (own.dev !== other.dev) await requireSpace(temporary, bytes)
}

/** Where SQLite writes temporary files: the first of these folders that it can write to. */
export async function temporaryFolder(env: TemporaryFolders): Promise<string> {
  for (const folder of [env.SQLITE_TMPDIR, env.TMPDIR, '/var/tmp', '/usr/tmp', '/tmp']) {
    if (folder === undefined) continue
    const isUsable = await access(folder, constants.W_OK | constants.X_OK).then(
      async () => (await stat(folder)).isDirectory(),
      () => false,
    )
    if (isUsable) return folder
  }
  return '.'
}

/** Throws if the disk of a folder has less free space. */
async function requireSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free >= bytes) return
  throw new Error(`${folder} must have ${bytes} bytes of free space for a copy and the log (has ${free}).`)
}

async function sizeOf(file: string): Promise<number> {
  const sizes = [file, `${file}-wal`].map(async (path) => (await stat(path).catch(() => undefined))?.size ?? 0)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
