/**
 * A lock: a small SQLite file with an open transaction, which writes (exclusive) or reads (shared). The lock belongs to the operating system and
 * ends with the process in every case, so there are no stale locks and nothing to clean up. The `.pid` file next to it
 * is used for the error message only.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { makePrivateFile } from './private-file.ts'

export interface FileLock {
  /** Releases the lock; the end of the process does the same. */
  release(): void
}

export interface LockFiles {
  readonly lock: string
  readonly pid: string
}

/** Locks of this process. The garbage collector would close an unreferenced database and release its lock. */
const held = new Set<DatabaseSync>()

/** SQLITE_BUSY */
const BUSY = 5

/** Any number of processes may share a lock; an exclusive one has no other holder. */
export type FileLockMode = 'shared' | 'exclusive'

const BEGIN = {
  exclusive: 'PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE',
  // A read transaction locks the file from its first read on.
  shared: 'BEGIN; SELECT count(*) FROM sqlite_schema',
}

/**
 * Takes the lock, or throws an Error with the message that `refusal` builds from the process that holds it. Never waits,
 * so that a service that is started twice by mistake fails at once.
 */
export function takeLock(
  { lock, pid }: LockFiles,
  refusal: (holder: string) => string,
  mode: FileLockMode = 'exclusive',
): FileLock {
  makePrivateFile(lock)
  const database = new DatabaseSync(lock, { timeout: 0 })
  try {
    database.exec(BEGIN[mode])
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
      // Remove the file while the lock is still held, so that it is certainly our own. Processes that share a lock leave
      // it: it names the last one that took it.
      if (mode === 'exclusive') rmSync(pid, { force: true })
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
    // The holder has the lock but has not written the file yet.
  }
  return 'another process'
}
