import type { Statement } from '../sql.ts'
import type { SqliteSql } from '../sqlite/sqlite-sql.ts'
import type { Change, JournalWriter, Refusal } from './changes.ts'
import { SqliteWriter } from './sqlite-writer.ts'

/** Writes a SQLite database on the thread that calls: one in memory has a single connection. */
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
    const refusals = this.#writer.commit(changes)
    // As if from another thread: those who write again with every answer would let nobody else have a turn.
    await new Promise((resolve) => setImmediate(resolve))
    return refusals
  }

  async transaction(statements: readonly Statement[]): Promise<boolean> {
    this.#writer.forget()
    return this.#sql.transaction(statements)
  }

  async close(): Promise<void> {}
}
