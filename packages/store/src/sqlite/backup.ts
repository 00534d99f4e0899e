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
}

export class BackupRefused extends Error {}

/** Writes the copy to a temporary file, checks it, and renames it when it is complete; returns its size. */
export async function backupSqlite(
  file: string,
  target: string,
  { overwrite = false }: BackupOptions,
): Promise<number> {
  if (!existsSync(file)) throw new BackupRefused(`The database file ${file} does not exist.`)
  if (!overwrite && existsSync(target)) throw new BackupRefused(`${target} exists already.`)
  if (resolve(target) === resolve(file))
    throw new BackupRefused('The backup target must not be the database file itself.')
  const part = `${target}.${process.pid}.part`
  await rm(part, { force: true })
  try {
    // VACUUM INTO fills an empty file; created here, so that only its owner may read it.
    makePrivateFile(part)
    await readInThread(file, 'VACUUM INTO ?', [part])
    const [verdict] = await readInThread(part, 'PRAGMA quick_check(1)')
    if (verdict?.quick_check !== 'ok') throw new Error(`The copy is damaged: ${String(verdict?.quick_check)}`)
    await flush(part)
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
