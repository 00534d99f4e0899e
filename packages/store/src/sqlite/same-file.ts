import { type Stats, statSync } from 'node:fs'
import { StoreUnavailable } from '../unavailable.ts'

/**
 * A guard for writers: throws if the file of an open connection, or its log (`-wal`), was replaced or removed. SQLite does
 * not notice, and would continue to acknowledge writes to a file that no process can open again.
 */
export function sameFileGuard(file: string): () => void {
  if (file === ':memory:') return () => {}
  const log = `${file}-wal`
  const main = statOf(file)
  // The first connection that reads or writes creates the log, possibly later than this.
  let known: Stats | undefined
  return () => {
    if (!isSame(statOf(file), main)) throw gone(file)
    const now = statOf(log)
    known ??= now
    if (known !== undefined && !isSame(now, known)) throw gone(log)
  }
}

function statOf(file: string): Stats | undefined {
  return statSync(file, { throwIfNoEntry: false })
}

function isSame(now: Stats | undefined, before: Stats | undefined): boolean {
  return now !== undefined && now.ino === before?.ino && now.dev === before.dev
}

function gone(file: string): StoreUnavailable {
  return new StoreUnavailable('missing', new Error(`${file} was removed or replaced while the service ran.`))
}
