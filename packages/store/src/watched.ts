/**
 * Reports the result of every write of a journal and a database, and damage found by any read, to a `WriteWatch`. Writes
 * of a database are also noted in the scope of the request; those of a journal are noted by `GroupCommit`.
 */
import type { JournalWriter } from './journal/changes.ts'
import { isRead, type Sql } from './sql.ts'
import { StoreUnavailable } from './unavailable.ts'
import { noteWrite, writeScope } from './write-scope.ts'
import type { WriteWatch } from './write-watch.ts'

export function watchedWriter(writer: JournalWriter, watch: WriteWatch): JournalWriter {
  return {
    isOneEach: writer.isOneEach,
    start: () => writer.start(),
    async commit(changes) {
      const ended = watch.commitBegins(changes.length)
      const writing = writer.commit(changes)
      if (ended !== undefined)
        void writing.then(
          () => ended(true),
          () => ended(false),
        )
      const refusals = await watched(writing, watch)
      const reason = refusals.find((refusal) => refusal.reason !== undefined)?.reason
      if (reason !== undefined) watch.failed(new StoreUnavailable(reason))
      return refusals
    },
    poll: () => writer.poll?.(),
    close: () => writer.close(),
  }
}

export function watchedSql(sql: Sql, watch: WriteWatch): Sql {
  const found = <T>(reading: Promise<T>): Promise<T> =>
    reading.catch((error: unknown) => {
      if (error instanceof StoreUnavailable && error.reason === 'damaged') watch.damaged(error)
      throw error
    })
  // Statements that write and return rows are called like reads.
  const read = async <T>(text: string, reading: Promise<T>): Promise<T> => {
    const rows = await found(reading)
    if (writeScope.getStore()?.hasWritten === false && !isRead(text)) noteWrite()
    return rows
  }
  return {
    dialect: sql.dialect,
    all: <Row>(...given: Parameters<Sql['all']>) => read(given[0], sql.all<Row>(...given)),
    rows: <Row>(...given: Parameters<Sql['rows']>) => read(given[0], sql.rows<Row>(...given)),
    get: <Row>(...given: Parameters<Sql['get']>) => read(given[0], sql.get<Row>(...given)),
    getLarge: <Row>(...given: Parameters<Sql['getLarge']>) => found(sql.getLarge<Row>(...given)),
    run: (...given) => noted(watched(sql.run(...given), watch)),
    transaction: (statements) => noted(watched(sql.transaction(statements), watch)),
    close: () => sql.close(),
  }
}

/** `run` returns 0 and `transaction` false if nothing was changed. */
async function noted<T extends number | boolean>(writing: Promise<T>): Promise<T> {
  const changed = await writing
  if (changed) noteWrite()
  return changed
}

async function watched<T>(writing: Promise<T>, watch: WriteWatch): Promise<T> {
  try {
    const written = await writing
    watch.succeeded()
    return written
  } catch (error) {
    watch.failed(error)
    throw error
  }
}
