/**
 * Results of reads, kept until the next write. Only for a database that no other process writes to and whose writes have
 * ended when they return: a SQLite file, which the service locks.
 */
import type { Sql } from './sql.ts'

const MAX_ENTRIES = 200

export interface ReadCache {
  /** The result of `load`, or of an earlier call with this key if nothing was written since. */
  read<T>(key: string, load: () => Promise<T>, isKept?: (value: T) => boolean): Promise<T>
}

/** For a database that cannot use the cache. */
export const NO_CACHE: ReadCache = { read: (_, load) => load() }

/** A cache, and the database whose writes empty it. */
export function cachedReads(sql: Sql): { readonly sql: Sql; readonly cache: ReadCache } {
  const entries = new Map<string, unknown>()
  let writing = 0
  let writes = 0
  let isClosed = false

  /** While a write runs nothing is kept, and neither is a read that began before its end. */
  async function write<T>(work: () => Promise<T>): Promise<T> {
    entries.clear()
    writing += 1
    try {
      return await work()
    } finally {
      writing -= 1
      writes += 1
      entries.clear()
    }
  }

  async function read<T>(key: string, load: () => Promise<T>, isKept = (_: T) => true): Promise<T> {
    if (entries.has(key)) return entries.get(key) as T
    const before = writes
    const value = await load()
    if (isClosed || writing > 0 || writes !== before || !isKept(value)) return value
    if (entries.size >= MAX_ENTRIES) entries.clear()
    entries.set(key, value)
    return value
  }

  return {
    cache: { read },
    sql: {
      dialect: sql.dialect,
      // `all` may write as well: INSERT … RETURNING.
      all: <Row>(...given: Parameters<Sql['all']>) =>
        isRead(given[0]) ? sql.all<Row>(...given) : write(() => sql.all<Row>(...given)),
      get: <Row>(...given: Parameters<Sql['get']>) => sql.get<Row>(...given),
      getLarge: <Row>(...given: Parameters<Sql['getLarge']>) => sql.getLarge<Row>(...given),
      run: (...given) => write(() => sql.run(...given)),
      transaction: (statements) => write(() => sql.transaction(statements)),
      close() {
        isClosed = true
        entries.clear()
        return sql.close()
      },
    },
  }
}

function isRead(text: string): boolean {
  return /^\s*(SELECT|WITH)\b/i.test(text) && !/\b(INSERT|UPDATE|DELETE)\b/i.test(text)
}
