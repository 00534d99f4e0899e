import type { Mutex } from '../mutex.ts'
import type { Sql } from '../sql.ts'

const WRITES = /^\s*(INSERT|UPDATE|DELETE)\b/i

/**
 * Wraps a database so that every write takes the write lock and is done by `writer`: for a file this is the journal
 * thread, so no flush blocks the main thread. Reads need no lock, because writers do not block readers in WAL mode.
 */
export function serializedWrites(sql: Sql, writeLock: Mutex, writer: Pick<Sql, 'all' | 'run' | 'transaction'>): Sql {
  return {
    dialect: sql.dialect,
    all<Row>(text: string, params: Parameters<Sql['all']>[1]) {
      return WRITES.test(text) ? writeLock.run(() => writer.all<Row>(text, params)) : sql.all<Row>(text, params)
    },
    get: (text, params) => sql.get(text, params),
    getLarge: (text, params) => sql.getLarge(text, params),
    run: (text, params) => writeLock.run(() => writer.run(text, params)),
    transaction: (statements) => writeLock.run(() => writer.transaction(statements)),
    close: () => sql.close(),
  }
}
