import { chmodSync, closeSync, existsSync, fchmodSync, mkdirSync, openSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Creates a folder that only its owner may enter, regardless of the umask; an existing one is not changed. */
export function makePrivateFolder(folder: string): void {
  if (existsSync(folder)) return
  makePrivateFolder(dirname(folder))
  // One level at a time: with `recursive`, Node.js loops forever on file systems that refuse, such as /proc.
  mkdirSync(folder, { mode: 0o700 })
  // The umask may have removed permissions of the owner too.
  chmodSync(folder, 0o700)
}

/**
 * Creates an empty file that only its owner may read, regardless of the umask; an existing one is not changed.
 * SQLite gives its `-wal` and `-shm` files the mode of the database.
 *
 * Uses exclusive creation, so that an existing file is never opened here: closing any descriptor of a file drops all
 * POSIX locks of this process on it, including SQLite's.
 */
export function makePrivateFile(file: string): void {
  makePrivateFolder(dirname(resolve(file)))
  let descriptor: number
  try {
    descriptor = openSync(file, 'wx', 0o600)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return
    throw error
  }
  fchmodSync(descriptor, 0o600)
  closeSync(descriptor)
}
