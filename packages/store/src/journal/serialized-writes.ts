import type { Mutex } from '../mutex.ts'
import type { Sql } from '../sql.ts'

const WRITES = /^\s*(INSERT|UPDATE|DELETE)\b/i

/** The tables that do not have the executions which are to be filed; see `unfiled.ts`. */
const EXECUTIONS = /\b(executions|journal|execution_counts)\b/

export interface WritingThread extends Pick<Sql, 'all' | 'run' | 'transaction'> {
  /** Whether there are executions to file. Always filed if undefined. */
  readonly hasUnfiled?: boolean
  file?(): Promise<void>
}

/**
 * Wraps a database so that every write takes the write lock and is done by `writer`: for a file this is the journal
 * thread, so no flush blocks the main thread. Reads need no lock, because writers do not block readers in WAL mode; but
 * those of executions wait until all are filed.
 * Every write runs in `during`, which changes a stamp.
 */
export function serializedWrites(
  sql: Sql,
  writer: WritingThread,
  { writeLock, during }: { readonly writeLock: Mutex; readonly during: <T>(write: () => Promise<T>) => Promise<T> },
): Sql {
  const write = <T>(work: () => Promise<T>): Promise<T> => during(() => writeLock.run(work))
  let filing: Promise<void> | undefined
  const fileAll = async () => {
    // Reads that begin from now on may be of executions that are added meanwhile, and file those.
    filing = undefined
    await writer.file?.()
  }
  /** Runs a read after all executions are filed. Reads at the same time wait for the same filing. */
  const read = <T>(text: string, reading: () => Promise<T>): Promise<T> => {
    if (writer.hasUnfiled !== true || !EXECUTIONS.test(text)) return reading()
    filing ??= Promise.resolve().then(() => writeLock.run(() => fileAll()))
    return filing.then(reading)
  }
  return {
    dialect: sql.dialect,
    all<Row>(text: string, params: Parameters<Sql['all']>[1]) {
      return WRITES.test(text)
        ? write(() => writer.all<Row>(text, params))
        : read(text, () => sql.all<Row>(text, params))
    },
    rows: (text, params) => read(text, () => sql.rows(text, params)),
    get: (text, params) => read(text, () => sql.get(text, params)),
    getLarge: (text, params) => read(text, () => sql.getLarge(text, params)),
    run: (text, params) => write(() => writer.run(text, params)),
    transaction: (statements) => write(() => writer.transaction(statements)),
    close: () => sql.close(),
  }
}
