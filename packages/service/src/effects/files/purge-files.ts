/** Removes files of nodes that have not been changed for a long time. */
import type { Dirent } from 'node:fs'
import { lstat, open, opendir, rmdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'

export interface FilePurge {
  readonly folder: string
  readonly changedBefore: number
  readonly signal: AbortSignal
}

/** Returns the number of removed files. Links are neither followed nor removed. */
export async function purgeFiles({ folder, changedBefore, signal }: FilePurge): Promise<number> {
  let removed = 0
  for await (const entry of entriesOf(folder)) {
    if (signal.aborted) break
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      const inside = await purgeFiles({ folder: path, changedBefore, signal })
      removed += inside
      // Fails if something is left, or if a node has just created a file in it.
      if (inside > 0) await rmdir(path).catch(() => {})
    } else if (entry.isFile() && (await removeIfOld(path, changedBefore))) removed++
  }
  return removed
}

async function* entriesOf(folder: string): AsyncIterable<Dirent> {
  try {
    yield* await opendir(folder)
  } catch (error) {
    // The folder is created by the first node that writes.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

async function removeIfOld(path: string, changedBefore: number): Promise<boolean> {
  try {
    if ((await lstat(path)).mtimeMs >= changedBefore || (await isDatabase(path))) return false
    await unlink(path)
    return true
  } catch (error) {
    // Another program removed it first.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

const SQLITE_HEADER = 'SQLite format 3\0'
const SQLITE_COMPANION = /-(?:wal|shm|journal)$/

/** A database that is only read is not changed, and its log must not be removed without it. */
async function isDatabase(path: string): Promise<boolean> {
  if (SQLITE_COMPANION.test(path)) return true
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SQLITE_HEADER.length), 0, SQLITE_HEADER.length, 0)
    return buffer.toString('latin1', 0, bytesRead) === SQLITE_HEADER
  } finally {
    await file.close()
  }
}
