/**
 * The port to a database: four verbs over SQL text with `$1` parameters, and a name for every place where the two
 * dialects cannot be written alike. The stores are written against it once; `sqlite/` and `postgres/` implement it.
 *
 * A transaction is a list of statements, not a function that is handed a connection. Everything we write can be said
 * so, because the one decision inside a transaction is always "did the guard change a row?" (`mustChange`). It follows
 * that no code of ours can run, wait or fail between two statements: SQLite executes the list within one turn of the
 * event loop, so nothing can interleave on its one connection and no mutex exists that a read would have to pass;
 * Postgres never has a transaction open across anything but its own round trips.
 */

export type SqlValue = string | number | null | Uint8Array

export interface Statement {
  readonly text: string
  readonly params?: readonly SqlValue[]
  /** When no row is changed, the whole transaction is rolled back and answers false. */
  readonly mustChange?: boolean
}

/** Puts a value into the statement that is being put together and gives the `$n` that stands for it. */
export type Bind = (value: SqlValue) => string

/** A restriction on rows `w` of workflows. */
export interface Filter {
  /** The condition as a test of one row. */
  readonly test: (bind: Bind) => string
  /** The same rows as a query for their `seq`, where an index answers it without a visit to the workflows. */
  readonly set?: (bind: Bind) => string
}

/** What cannot be written alike for both databases. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
  /** Opens a migration, so that processes that start at once go one after the other. */
  readonly oneAtATime: readonly Statement[]
  /** A long text in the form that is cheapest to read back: itself or its UTF-8 bytes. */
  longText(text: string): SqlValue
  /** An expression whose value is a long text, read in the form that is cheapest to read. */
  longTextOf(expression: string): string
  /** A condition: a text has another one in it, letter for letter. Both are expressions. */
  has(text: string, part: string): string
  /** Rows whose name or description contains a case-folded text. */
  contains(text: string): Filter
  /** A query for the `seq` of at most `limit` workflows, oldest first, whose name contains a case-folded text. */
  namesContaining(text: string, limit: number, bind: Bind): string
}

export interface Sql {
  readonly dialect: Dialect
  /** All rows. For lists: Postgres plans it for these very values. */
  all<Row>(text: string, params: readonly SqlValue[]): Promise<Row[]>
  /** The first row. For look-ups by key: prepared once and kept. Not for statements that write. */
  get<Row>(text: string, params: readonly SqlValue[]): Promise<Row | undefined>
  /** The first row, which may have tens of megabytes: a database file is read in a thread. */
  getLarge<Row>(text: string, params: readonly SqlValue[]): Promise<Row | undefined>
  /** How many rows were changed, not counting those that a cascade or trigger changed. */
  run(text: string, params: readonly SqlValue[]): Promise<number>
  /** All of the statements, in order, or none of them; false when a `mustChange` changed nothing. */
  transaction(statements: readonly Statement[]): Promise<boolean>
  close(): Promise<void>
}

/** Whether both databases can hold a text: Postgres has no NUL character, and SQLite's functions stop at it. */
export function isStorable(text: string): boolean {
  return !text.includes('\0')
}

/** Refuses what one of the databases would refuse and the other would cut off, so that they fail alike. */
export function refuseUnstorable(params: readonly SqlValue[]): void {
  for (const param of params) {
    if (typeof param === 'string' && !isStorable(param)) throw new Error('Text with a NUL character cannot be stored.')
  }
}

/** A text as a LIKE pattern that matches it anywhere, to be used with ESCAPE '\'. */
export function likeAnywhere(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
}

/** Collects the values of a statement while its text is put together. */
export function binder(): { readonly bind: Bind; readonly params: SqlValue[] } {
  const params: SqlValue[] = []
  return { params, bind: (value) => `$${params.push(value)}` }
}
