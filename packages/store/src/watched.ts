/** Reports the result of every write of a journal and a database, and damage found by any read, to a `WriteWatch`. */
import type { JournalWriter } from './journal/changes.ts'
import type { Sql } from './sql.ts'
import { StoreUnavailable } from './unavailable.ts'
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
    close: () => writer.close(),
  }
}

export function watchedSql(sql: Sql, watch: WriteWatch): Sql {
  const read = <T>(reading: Promise<T>): Promise<T> =>
    reading.catch((error: unknown) => {
      if (error instanceof StoreUnavailable && error.reason === 'damaged') watch.damaged(error)
      throw error
    })
  return {
    dialect: sql.dialect,
    all: <Row>(...given: Parameters<Sql['all']>) => read(sql.all<Row>(...given)),
    get: <Row>(...given: Parameters<Sql['get']>) => read(sql.get<Row>(...given)),
    getLarge: <Row>(...given: Parameters<Sql['getLarge']>) => read(sql.getLarge<Row>(...given)),
    run: (...given) => watched(sql.run(...given), watch),
    transaction: (statements) => watched(sql.transaction(statements), watch),
    close: () => sql.close(),
  }
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
