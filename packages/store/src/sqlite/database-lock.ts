/**
 * One service per SQLite database, by whatever name it is opened: two would each believe themselves the only driver of an
 * execution. Two locks, because each has a gap:
 *
 * - a lock file beside the real path of the database (symbolic links resolved) keeps out a service that starts at the same
 *   moment, but somebody may delete it;
 * - every connection in WAL mode holds a shared lock on the database file itself, by its inode. A start asks for an
 *   exclusive one for a moment, and is refused while any other process has the file open, also through a hard link.
 */
import { realpathSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { type FileLock, isBusy, takeLock } from './lock-file.ts'
import { makePrivateFile } from './private-file.ts'

/** A backup or a shell may have the file open for a moment. */
const PATIENCE_MS = 3_000
const AGAIN_AFTER_MS = 100

export async function lockSqlite(file: string, patienceMs = PATIENCE_MS): Promise<FileLock> {
  makePrivateFile(file)
  const path = realpathSync(file)
  const advice = 'Stop that process first, or give this one a database of its own.'
  const lock = takeLock(
    { lock: `${path}-lock`, pid: `${path}-lock.pid` },
    (holder) => `The database ${file} is in use by ${holder}. ${advice}`,
  )
  for (let waited = 0; isOpenElsewhere(path); waited += AGAIN_AFTER_MS) {
    if (waited >= patienceMs) {
      lock.release()
      throw new Error(`The database ${file} is open in another process. ${advice}`)
    }
    await sleep(AGAIN_AFTER_MS)
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
    // A file that is damaged or not a database is reported when it is opened.
    return isBusy(error)
  } finally {
    probe?.close()
  }
}
