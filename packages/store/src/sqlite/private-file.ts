import { chmodSync, closeSync, existsSync, fchmodSync, mkdirSync, openSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Makes a folder that only its owner may enter, whatever the umask; one that exists is left as it is. */
export function makePrivateFolder(folder: string): void {
  if (existsSync(folder)) return
  makePrivateFolder(dirname(folder))
  // One level at a time: asked for all of them, Node.js tries for ever where a file system refuses, such as /proc.
  mkdirSync(folder, { mode: 0o700 })
  // The umask may have taken more away than the rights of others.
  chmodSync(folder, 0o700)
}

/**
 * Makes an empty file that only its owner may read, whatever the umask; one that exists is left as it is.
 * SQLite gives its `-wal` and `-shm` files the mode of the database.
 *
 * Exclusive creation, so that an existing file is never opened here: to close any descriptor of a file drops every
 * POSIX lock that this process holds on it, and with it SQLite's.
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
