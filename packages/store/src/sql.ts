/**
 * The port to a database: a few methods over SQL text with `$1` parameters, and a named method for everything that the
 * two dialects express differently. The stores are written against it once; `sqlite/` and `postgres/` implement it.
 *
 * A transaction is a list of statements, not a callback with a connection. This suffices because the only decision
 * inside a transaction is "did the guard change a row?" (`mustChange`). So no code of ours can run, wait or fail between
 * two statements: SQLite executes the list within one turn of the event loop, so nothing interleaves on its only
 * connection and reads need no mutex; Postgres never holds a transaction open across anything but its own round trips.
 */

export type SqlValue = string | number | null | Uint8Array

export interface Statement {
  readonly text: string
  readonly params?: readonly SqlValue[]
  /** If this statement changes no row, the transaction is rolled back and returns false. */
  readonly mustChange?: boolean
}

/** Adds a value to the parameters of a statement and returns its placeholder `$n`. */
export type Bind = (value: SqlValue) => string

/** A filter on rows `w` of workflows. */
export interface Filter {
  /** The filter as a condition on one row. */
  readonly test: (bind: Bind) => string
  /** The filter as a query for `seq`, if an index answers it without reading the workflows. */
  readonly set?: (bind: Bind) => string
}

/** The parts of SQL that differ between the two databases. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
  /** Starts a migration transaction with a lock, so that processes that start together migrate one after the other. */
  readonly oneAtATime: readonly Statement[]
  /** Encodes a long text in the form that is fastest to read: itself or its UTF-8 bytes. */
  longText(text: string): SqlValue
  /** An expression that reads a long text in its fastest form. */
  longTextOf(expression: string): string
  /** A condition: one text contains another, case-sensitively. Both are expressions. */
  has(text: string, part: string): string
  /** Rows whose name or description contains a case-folded text. */
  contains(text: string): Filter
  /** A condition on rows of the audit log: a column contains a case-folded text. */
  auditContains(column: 'actor_key' | 'search_key', text: string, bind: Bind): string
  /** A query for the `seq` of at most `limit` workflows, oldest first, whose name contains a case-folded text. */
  namesContaining(text: string, limit: number, bind: Bind): string
}

export interface Sql {
  readonly dialect: Dialect
  /** All rows. For lists: Postgres plans the statement for these values. */
  all<Row>(text: string, params: readonly SqlValue[]): Promise<Row[]>
  /** All rows. For look-ups by keys: the statement is prepared once. On SQLite not for statements that write. */
  rows<Row>(text: string, params: readonly SqlValue[]): Promise<Row[]>
  /** The first row. For look-ups by key: the statement is prepared once. Not for statements that write. */
  get<Row>(text: string, params: readonly SqlValue[]): Promise<Row | undefined>
  /** The first row, which may have tens of megabytes: SQLite reads it on a thread. */
  getLarge<Row>(text: string, params: readonly SqlValue[]): Promise<Row | undefined>
  /** The number of changed rows, without those that a cascade or a trigger changed. */
  run(text: string, params: readonly SqlValue[]): Promise<number>
  /** Runs all statements in order, or none of them; false if a `mustChange` statement changed nothing. */
  transaction(statements: readonly Statement[]): Promise<boolean>
  close(): Promise<void>
}

/** Whether a statement changes nothing. If in doubt, false. */
export function isRead(text: string): boolean {
  return /^\s*(SELECT|WITH)\b/i.test(text) && !/\b(INSERT|UPDATE|DELETE)\b/i.test(text)
}

/** Whether both databases can store a text: Postgres has no NUL character, and SQLite's functions stop at it. */
export function isStorable(text: string): boolean {
  return !text.includes('\0')
}

/** Rejects text that one database would refuse and the other truncate, so that both fail the same way. */
export function refuseUnstorable(params: readonly SqlValue[]): void {
  for (const param of params) {
    if (typeof param === 'string' && !isStorable(param)) throw new Error('Text with a NUL character cannot be stored.')
  }
}

/** A LIKE pattern that matches a text anywhere; use it with ESCAPE '\'. */
export function likeAnywhere(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
}

/** Collects the parameters of a statement while its text is built. */
export function binder(): { readonly bind: Bind; readonly params: SqlValue[] } {
  const params: SqlValue[] = []
  return { params, bind: (value) => `$${params.push(value)}` }
}
