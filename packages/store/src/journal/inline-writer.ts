import type { SqlValue, Statement } from '../sql.ts'
import type { SqliteSql } from '../sqlite/sqlite-sql.ts'
import { sqliteError } from '../sqlite/sqlite-unavailable.ts'
import type { Change, JournalWriter, Refusal } from './changes.ts'
import { SqliteWriter } from './sqlite-writer.ts'

/** Writes a SQLite database on the calling thread: a database in memory has a single connection. */
export class InlineWriter implements JournalWriter {
  readonly isOneEach = false
  readonly #sql: SqliteSql
  readonly #writer: SqliteWriter

  constructor(sql: SqliteSql) {
    this.#sql = sql
    this.#writer = new SqliteWriter(sql.database)
  }

  start(): void {}

  async commit(changes: readonly Change[]): Promise<readonly Refusal[]> {
    const refusals = this.#commit(changes)
    // Yield to the event loop: callers that write again after every commit would otherwise block all other work.
    await new Promise((resolve) => setImmediate(resolve))
    return refusals
  }

  #commit(changes: readonly Change[]): Refusal[] {
    try {
      return this.#writer.commit(changes)
    } catch (error) {
      throw sqliteError(error)
    }
  }

  async transaction(statements: readonly Statement[]): Promise<boolean> {
    this.#writer.clearCache()
    return this.#sql.transaction(statements)
  }

  all<Row>(text: string, params: readonly SqlValue[]): Promise<Row[]> {
    return this.#sql.all<Row>(text, params)
  }

  async run(text: string, params: readonly SqlValue[]): Promise<number> {
    this.#writer.clearCache()
    return this.#sql.run(text, params)
  }

  async close(): Promise<void> {}
}
