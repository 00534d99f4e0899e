import type { DatabaseSync, StatementSync } from 'node:sqlite'

type Value = string | number

/**
 * Inserts rows into a table, several with one statement if possible: about a quarter of the time of an insert is call
 * overhead. Rows that do not fill a statement wait for `flush`.
 */
export class RowInserts {
  readonly #one: StatementSync
  readonly #many: StatementSync
  /** The number of values of a full statement. */
  readonly #full: number
  readonly #columns: number
  #values: Value[] = []

  /** `before` and `after` are the parts of the statement around its rows. */
  constructor(
    database: DatabaseSync,
    { before, columns, rows, after = '' }: { before: string; columns: number; rows: number; after?: string },
  ) {
    const row = `(${Array.from({ length: columns }, () => '?').join(', ')})`
    this.#one = database.prepare(`${before} VALUES ${row} ${after}`)
    this.#many = database.prepare(`${before} VALUES ${Array.from({ length: rows }, () => row).join(', ')} ${after}`)
    this.#full = rows * columns
    this.#columns = columns
  }

  add(...row: readonly Value[]): void {
    this.#values.push(...row)
    if (this.#values.length < this.#full) return
    const values = this.#values
    this.#values = []
    this.#many.run(...values)
  }

  /** Inserts the waiting rows. */
  flush(): void {
    const values = this.#values
    this.#values = []
    for (let at = 0; at < values.length; at += this.#columns) this.#one.run(...values.slice(at, at + this.#columns))
  }

  /** Discards the waiting rows. */
  drop(): void {
    this.#values = []
  }
}
