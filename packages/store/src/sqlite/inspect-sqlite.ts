/**
 * Reads a SQLite file without changing its folder. A read-only connection alone does not: in WAL mode it creates the
 * `-wal` and `-shm` files. Without a log the file is opened as immutable; with one, the index of the log is opened
 * read-only, and SQLite rebuilds it in memory after a crash.
 */
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { ReadRows } from '../read-rows.ts'
import { sqliteError } from './sqlite-unavailable.ts'

const TIMEOUT_MS = 5_000

export async function inspectSqlite<Found>(
  file: string,
  inspect: (read: ReadRows) => Promise<Found>,
): Promise<Found & { readonly hasUnreadLog: boolean }> {
  const hasLog = existsSync(`${file}-wal`)
  const hasIndex = existsSync(`${file}-shm`)
  const url = pathToFileURL(file)
  url.search = hasLog && hasIndex ? 'readonly_shm=1' : 'immutable=1'
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(url, { readOnly: true, timeout: TIMEOUT_MS })
    const opened = database
    return { ...(await inspect(async (text) => opened.prepare(text).all())), hasUnreadLog: hasLog && !hasIndex }
  } catch (error) {
    throw sqliteError(error)
  } finally {
    database?.close()
  }
}
