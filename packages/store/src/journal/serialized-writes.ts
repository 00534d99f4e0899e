import type { Mutex } from '../mutex.ts'
import type { Sql } from '../sql.ts'

const WRITES = /^\s*(INSERT|UPDATE|DELETE)\b/i

/**
 * Wraps a database so that every write takes the write lock and is done by `writer`: for a file this is the journal
 * thread, so no flush blocks the main thread. Reads need no lock, because writers do not block readers in WAL mode.
 * Every write runs in `during`, which changes a stamp.
 */
export function serializedWrites(
  sql: Sql,
  writer: Pick<Sql, 'all' | 'run' | 'transaction'>,
  { writeLock, during }: { readonly writeLock: Mutex; readonly during: <T>(write: () => Promise<T>) => Promise<T> },
): Sql {
  const write = <T>(work: () => Promise<T>): Promise<T> => during(() => writeLock.run(work))
  return {
    dialect: sql.dialect,
    all<Row>(text: string, params: Parameters<Sql['all']>[1]) {
      return WRITES.test(text) ? write(() => writer.all<Row>(text, params)) : sql.all<Row>(text, params)
    },
    rows: (text, params) => sql.rows(text, params),
    get: (text, params) => sql.get(text, params),
    getLarge: (text, params) => sql.getLarge(text, params),
    run: (text, params) => write(() => writer.run(text, params)),
    transaction: (statements) => write(() => writer.transaction(statements)),
    close: () => sql.close(),
  }
}
