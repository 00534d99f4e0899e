/** The SQL of table definitions that differs between the two databases. */
import type { Dialect } from './sql.ts'

interface DdlParts {
  /** A number that the database assigns. */
  readonly serial: string
  /** A number that the database assigns in ascending order and never reuses, even if the row is deleted. */
  readonly ordinal: string
  readonly integer: string
  /** Compared and sorted by code point, so that both databases sort the same way. */
  readonly text: string
  /** The type of a `Dialect.longText`. */
  readonly longText: string
  readonly bytes: string
  /** The last columns of an index that is read in the order of `num`. */
  readonly thenNum: string
  /** The last columns of an inbox index: the order of `num`, and who may answer if an index entry can hold that. */
  readonly thenInbox: string
  /** The end of CREATE TABLE. */
  readonly end: string
  /** The end of CREATE TABLE for tables whose columns are all in the primary key. */
  readonly endOfKeys: string
}

const DDL_PARTS = {
  sqlite: {
    serial: 'INTEGER PRIMARY KEY',
    ordinal: 'INTEGER PRIMARY KEY AUTOINCREMENT',
    integer: 'INTEGER',
    text: 'TEXT',
    longText: 'ANY',
    bytes: 'BLOB',
    // Every SQLite index ends with the row id.
    thenNum: '',
    thenInbox: ', num, approvers, answered_by',
    end: 'STRICT',
    endOfKeys: 'STRICT, WITHOUT ROWID',
  },
  postgres: {
    serial: 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
    ordinal: 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
    integer: 'BIGINT',
    text: 'TEXT COLLATE "C"',
    longText: 'TEXT',
    bytes: 'BYTEA',
    thenNum: ', num',
    // Without the lists of people: an index entry holds at most 2,700 bytes.
    thenInbox: ', num',
    end: '',
    endOfKeys: '',
  },
} as const satisfies Record<Dialect['name'], DdlParts>

/** Statements for both databases, written once. */
export function forBothDialects(
  write: (parts: DdlParts) => readonly string[],
): Readonly<Record<Dialect['name'], readonly string[]>> {
  return { sqlite: write(DDL_PARTS.sqlite), postgres: write(DDL_PARTS.postgres) }
}
