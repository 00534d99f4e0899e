/**
 * An exclusive lock in the form of a small SQLite file with an open write transaction: a lock of the operating system,
 * which ends with the process, however that ends. There is no stale lock and nothing to clean up. The `.pid` file beside
 * it is for the message only.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { makePrivateFile } from './private-file.ts'

export interface FileLock {
  /** Lets another process have it; the end of the process does the same. */
  release(): void
}

export interface LockFiles {
  readonly lock: string
  readonly pid: string
}

/** Locks held here. A database without references is closed by the garbage collector, and its lock with it. */
const held = new Set<DatabaseSync>()

/** SQLITE_BUSY */
const BUSY = 5

/**
 * Takes the lock, or throws an Error whose message `refusal` makes of the process that has it. Never waits: a service that
 * is started twice by mistake should say so at once.
 */
export function takeLock({ lock, pid }: LockFiles, refusal: (holder: string) => string): FileLock {
  makePrivateFile(lock)
  const database = new DatabaseSync(lock, { timeout: 0 })
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (!isBusy(error)) throw error
    throw new Error(refusal(holderIn(pid)), { cause: error })
  }
  held.add(database)
  rmSync(pid, { force: true })
  writeFileSync(pid, `${process.pid}\n`, { mode: 0o600 })
  return {
    release() {
      if (!held.delete(database)) return
      // While the lock is still held, so that it can only be our own.
      rmSync(pid, { force: true })
      database.close()
    },
  }
}

export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === BUSY
}

function holderIn(pidFile: string): string {
  try {
    const pid = readFileSync(pidFile, 'utf8').trim()
    if (/^\d+$/.test(pid)) return `process ${pid}`
  } catch {
    // The holder has the lock and has not yet written the file.
  }
  return 'another process'
}
