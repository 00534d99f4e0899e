/**
 * One service per SQLite database, by any path: two services would each assume to be the only driver of
 * an execution. There are two locks, because each has a gap:
 *
 * - a lock file next to the real path of the database (symbolic links resolved) blocks a service that starts at the same
 *   moment, but the file may be deleted;
 * - every connection in WAL mode holds a shared lock on the database file itself, by its inode. Starting requests an
 *   exclusive lock for a moment, which fails while any other process has the file open, also through a hard link.
 */
import { realpathSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { type FileLock, isBusy, takeLock } from './lock-file.ts'
import { makePrivateFile } from './private-file.ts'

/** How long to wait: a backup or a shell may have the file open for a moment. */
const LOCK_TIMEOUT_MS = 3_000
const RETRY_DELAY_MS = 100

export async function lockSqlite(file: string, timeoutMs = LOCK_TIMEOUT_MS): Promise<FileLock> {
  makePrivateFile(file)
  const path = realpathSync(file)
  const advice = 'Stop that process, or start this one with another database.'
  const lock = takeLock(
    { lock: `${path}-lock`, pid: `${path}-lock.pid` },
    (holder) => `The database ${file} is in use by ${holder}. ${advice}`,
  )
  for (let waited = 0; isOpenElsewhere(path); waited += RETRY_DELAY_MS) {
    if (waited >= timeoutMs) {
      lock.release()
      throw new Error(`The database ${file} is open in another process. ${advice}`)
    }
    await sleep(RETRY_DELAY_MS)
  }
  return lock
}

function isOpenElsewhere(path: string): boolean {
  let probe: DatabaseSync | undefined
  try {
    probe = new DatabaseSync(path, { timeout: 0 })
    probe.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; ROLLBACK')
    return false
  } catch (error) {
    // Opening the file reports damage and files that are not a database.
    return isBusy(error)
  } finally {
    probe?.close()
  }
}
