/**
 * One process per data folder: it contains the key, the files and, by default, the database. The processes of a cluster
 * may share one, because their database is elsewhere.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type FileLock, type FileLockMode, takeLock } from './sqlite/lock-file.ts'

export type FolderLock = FileLock

/** Locks a folder for this process, creating it if necessary; throws an Error that names the process that holds it. */
export function lockFolder(folder: string, mode: FileLockMode = 'exclusive'): FolderLock {
  return takeLock(
    { lock: join(folder, 'lock.db'), pid: join(folder, 'lock.pid') },
    (holder) =>
      `The data folder ${folder} is in use by ${holder}. ` +
      'Stop that process, or start this one with another data folder.',
    mode,
  )
}

const RETRY_DELAY_MS = 100

/** Like `lockFolder`, for a process that takes over: waits while the previous one closes. */
export async function waitForFolder(folder: string, timeoutMs: number): Promise<FolderLock> {
  for (let waited = 0; ; waited += RETRY_DELAY_MS) {
    try {
      return lockFolder(folder)
    } catch (error) {
      if (waited >= timeoutMs) throw error
      await sleep(RETRY_DELAY_MS)
    }
  }
}
