/**
 * A consistent copy of a SQLite database while it is in use. `VACUUM INTO` reads one snapshot from its beginning to its
 * end; an online backup page by page starts over with every write of another process, and never ends on a busy service.
 */
import { existsSync } from 'node:fs'
import { link, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { makePrivateFile } from './private-file.ts'
import { readInThread } from './read-in-thread.ts'

export interface BackupOptions {
  /** Replaces a file that exists; without it, that is an error. */
  readonly overwrite?: boolean
}

export class BackupRefused extends Error {}

/** Writes the copy under a temporary name, checks it, and gives it its name when it is whole; the result is its size. */
export async function backupSqlite(
  file: string,
  target: string,
  { overwrite = false }: BackupOptions,
): Promise<number> {
  if (!existsSync(file)) throw new BackupRefused(`There is no database ${file}.`)
  if (!overwrite && existsSync(target)) throw new BackupRefused(`${target} exists already.`)
  if (resolve(target) === resolve(file)) throw new BackupRefused('A database cannot be its own backup.')
  const part = `${target}.${process.pid}.part`
  await rm(part, { force: true })
  try {
    // An empty file is what VACUUM INTO fills; created here, so that only its owner may read it.
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
