/**
 * Copies a SQLite database consistently while it is in use. `VACUUM INTO` reads one snapshot; an online backup page by
 * page starts over with every write of another process and never ends on a busy service.
 */
import { existsSync } from 'node:fs'
import { link, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { makePrivateFile } from './private-file.ts'
import { readInThread } from './read-in-thread.ts'

export interface BackupOptions {
  /** Replaces an existing file; otherwise that is an error. */
  readonly overwrite?: boolean
  /** Called with the complete copy before it gets its final name; if it fails, there is no backup. */
  readonly beforeRename?: (copy: string) => Promise<void>
}

export class BackupRefused extends Error {}

/** Copies a SQLite database to a file; returns its size. */
export async function backupSqlite(file: string, target: string, options: BackupOptions): Promise<number> {
  if (!existsSync(file)) throw new BackupRefused(`The database file ${file} does not exist.`)
  if (resolve(target) === resolve(file))
    throw new BackupRefused('The backup target must not be the database file itself.')
  return writeBackupFile(target, options, (part) => readInThread(file, 'VACUUM INTO ?', [part]))
}

/** Writes a SQLite file under a temporary name, checks it, and renames it when it is complete; returns its size. */
export async function writeBackupFile(
  target: string,
  { overwrite = false, beforeRename }: BackupOptions,
  write: (part: string) => Promise<unknown>,
): Promise<number> {
  if (!overwrite && existsSync(target)) throw new BackupRefused(`${target} exists already.`)
  const part = `${target}.${process.pid}.part`
  await rm(part, { force: true })
  try {
    // The file is created here, so that only its owner may read it; VACUUM INTO fills an empty one.
    makePrivateFile(part)
    await write(part)
    const [verdict] = await readInThread(part, 'PRAGMA quick_check(1)')
    if (verdict?.quick_check !== 'ok') throw new Error(`The copy is damaged: ${String(verdict?.quick_check)}`)
    await flush(part)
    await beforeRename?.(part)
    if (overwrite) await rename(part, target)
    else await link(part, target)
    await flush(dirname(resolve(target)))
    return (await stat(target)).size
  } finally {
    await rm(part, { force: true })
  }
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
