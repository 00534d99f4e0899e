/**
 * One process per data folder. Two on the same embedded database would each believe themselves the only driver of an
 * execution.
 *
 * The lock is an open write transaction on a small SQLite file, that is, a lock of the operating system, which goes
 * when the process goes, however it goes: there is no stale lock and nothing to clean up. `lock.pid` says who holds
 * it, for the message only; nobody decides anything by it.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makePrivateFile } from './sqlite/private-file.ts'

export interface FolderLock {
  /** Lets another process have the folder; the end of the process does the same. */
  release(): void
}

/** Locks held here. A database that nobody refers to is closed by the garbage collector, and its lock with it. */
const held = new Set<DatabaseSync>()

/** SQLITE_BUSY */
const BUSY = 5

/**
 * Takes a folder for this process, making it if need be; throws an Error that names the process that has it.
 * Never waits: a service that is started twice by mistake should say so at once.
 */
export function lockFolder(folder: string): FolderLock {
  const file = join(folder, 'lock.db')
  const pidFile = join(folder, 'lock.pid')
  makePrivateFile(file)
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (!isBusy(error)) throw error
    throw new Error(
      `The data folder ${folder} is in use by ${holderIn(pidFile)}. ` +
        'Stop that process first, or give this one a folder of its own.',
      { cause: error },
    )
  }
  held.add(database)
  rmSync(pidFile, { force: true })
  writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 })
  return {
    release() {
      if (!held.delete(database)) return
      // While the lock is still held, so that it can only be our own.
      rmSync(pidFile, { force: true })
      database.close()
    },
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === BUSY
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
