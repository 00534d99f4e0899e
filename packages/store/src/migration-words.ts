/** The words in which the tables of the two databases differ. */
import type { Dialect } from './sql.ts'

interface Words {
  /** A number that the database hands out. */
  readonly serial: string
  /** A number that the database hands out in order and never again, even when the row that had it is gone. */
  readonly ordinal: string
  readonly integer: string
  /** Compared and sorted by code point, so that both databases agree on every order. */
  readonly text: string
  /** What `Dialect.longText` gives. */
  readonly longText: string
  readonly bytes: string
  /** Closes the columns of an index that is to be read in the order of `num`. */
  readonly thenNum: string
  /** Closes the columns of an index of inboxes: the order of `num`, and who may answer where an index can hold that. */
  readonly thenInbox: string
  /** Closes CREATE TABLE. */
  readonly end: string
  /** Closes CREATE TABLE where the primary key is all there is to a row. */
  readonly endOfKeys: string
}

const WORDS = {
  sqlite: {
    serial: 'INTEGER PRIMARY KEY',
    ordinal: 'INTEGER PRIMARY KEY AUTOINCREMENT',
    integer: 'INTEGER',
    text: 'TEXT',
    longText: 'ANY',
    bytes: 'BLOB',
    // Every index of SQLite ends with the key of the row.
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
    // Not the lists of people: an entry has room for 2,700 bytes.
    thenInbox: ', num',
    end: '',
    endOfKeys: '',
  },
} as const satisfies Record<Dialect['name'], Words>

/** Statements for both databases, written once. */
export function inBoth(
  write: (words: Words) => readonly string[],
): Readonly<Record<Dialect['name'], readonly string[]>> {
  return { sqlite: write(WORDS.sqlite), postgres: write(WORDS.postgres) }
}
