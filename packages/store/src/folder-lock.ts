/** One process per data folder: it contains the key, the files and, by default, the database. */
import { join } from 'node:path'
import { type FileLock, takeLock } from './sqlite/lock-file.ts'

export type FolderLock = FileLock

/** Locks a folder for this process, creating it if necessary; throws an Error that names the process that holds it. */
export function lockFolder(folder: string): FolderLock {
  return takeLock(
    { lock: join(folder, 'lock.db'), pid: join(folder, 'lock.pid') },
    (holder) =>
      `The data folder ${folder} is in use by ${holder}. ` +
      'Stop that process, or start this one with another data folder.',
  )
}
