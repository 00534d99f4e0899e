import { statSync } from 'node:fs'

/**
 * A guard for writers: throws when the file behind an open connection is no longer the one under its name. SQLite itself
 * does not notice, and would go on to acknowledge writes into a file that nobody will ever open again.
 */
export function sameFileGuard(file: string): () => void {
  if (file === ':memory:') return () => {}
  const { ino, dev } = statSync(file)
  return () => {
    const now = statSync(file, { throwIfNoEntry: false })
    if (now?.ino !== ino || now.dev !== dev) throw new Error(`The database file ${file} was removed or replaced.`)
  }
}
