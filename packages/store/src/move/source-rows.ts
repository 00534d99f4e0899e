/** Reads the rows of a SQLite database in batches of limited size, in the form in which Postgres stores them. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { SqlValue } from '../sql.ts'
import type { Column, ColumnKind, Table } from './schema.ts'

export type Row = readonly SqlValue[]

/** The primary key of a row in the source. */
export type Key = readonly (string | number)[]

export interface Batch {
  readonly rows: readonly Row[]
  /** The key of the last row. */
  readonly last: Key
}

export interface BatchLimits {
  readonly rows: number
  readonly bytes: number
}

/** A single row may be larger than the limit; memory is then bounded by the largest row. */
export const LIMITS: BatchLimits = { rows: 500, bytes: 4 * 2 ** 20 }

/** Batches of a table after a key, in the order of the primary key. */
export function* batchesOf(
  database: DatabaseSync,
  table: Table,
  { after, limits = LIMITS }: { readonly after?: Key | undefined; readonly limits?: BatchLimits } = {},
): Generator<Batch> {
  let last = after
  for (;;) {
    const batch = batchAfter(database, table, { after: last, limits })
    if (batch === undefined) return
    last = batch.last
    yield batch
  }
}

interface From {
  readonly after: Key | undefined
  readonly limits: BatchLimits
}

function batchAfter(database: DatabaseSync, table: Table, { after, limits }: From): Batch | undefined {
  const { name, columns, key } = table
  // Qualified: the journal selects another value under the name of its key.
  const quoted = key.map((column) => `t."${column}"`).join(', ')
  const keys = key.map((column, at) => `t."${column}" AS "key ${at}"`)
  const values = columns.map((column) => expressionOf(name, column.name))
  const condition = after === undefined ? '' : `WHERE (${quoted}) > (${after.map(() => '?').join(', ')})`
  const statement = database.prepare(
    `SELECT ${[...keys, ...values].join(', ')} FROM "${name}" AS t ${condition} ORDER BY ${quoted} LIMIT ${limits.rows}`,
  )
  const rows: Row[] = []
  let last: Key | undefined
  let bytes = 0
  // Read one by one, so that a batch of large rows ends early.
  for (const row of statement.iterate(...((after ?? []) as SQLInputValue[]))) {
    last = key.map((_, at) => row[`key ${at}`] as string | number)
    const values = columns.map((column) => inPostgres(column, row[column.name]))
    rows.push(values)
    for (const value of values) bytes += typeof value === 'number' || value === null ? 8 : value.length
    if (bytes >= limits.bytes) break
  }
  return last && { rows, last }
}

/**
 * Postgres keeps the whole history of an execution under its own number, SQLite continues it in segments; see
 * `journal/segments.ts`. So the number of a segment is replaced by that of its execution, and there are no segments.
 */
function expressionOf(table: string, column: string): string {
  if (table !== 'journal' || column !== 'chapter') return `t."${column}"`
  return `CASE WHEN t.chapter > 0 THEN t.chapter ELSE (SELECT c.num FROM temp.segments c WHERE c.chapter = t.chapter) END AS chapter`
}

/** Prepares the look-up of segments; on disk if there are many. */
export function indexSegments(database: DatabaseSync): void {
  database.exec(`CREATE TEMP TABLE segments (chapter INTEGER PRIMARY KEY, num INTEGER NOT NULL);
    INSERT INTO temp.segments SELECT chapter, num FROM main.journal_chapters`)
}

/** Tables that stay empty in Postgres. */
export function isCopied({ name }: Pick<Table, 'name'>): boolean {
  return name !== 'journal_chapters'
}

/** A value of SQLite in the form in which Postgres stores it. */
export function inPostgres({ name, kind }: Pick<Column, 'name' | 'kind'>, value: unknown): SqlValue {
  if (value === null) return null
  const isRight: Readonly<Record<ColumnKind, boolean>> = {
    number: typeof value === 'number',
    text: typeof value === 'string' || value instanceof Uint8Array,
    bytes: value instanceof Uint8Array,
  }
  if (!isRight[kind]) throw new Error(`The column ${name} contains a value that is not a ${kind}.`)
  // SQLite stores some texts as their UTF-8 bytes.
  if (kind === 'text' && value instanceof Uint8Array)
    return Buffer.from(value.buffer, value.byteOffset, value.length).toString()
  return value as SqlValue
}
