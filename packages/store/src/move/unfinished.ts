/**
 * The progress of a move, in a table of the target that exists until the copy is complete and verified. While it exists,
 * no service opens the database.
 */
import type { Sql, Statement } from '../sql.ts'

export const UNFINISHED = 'unfinished_move'

/** The row with the fingerprint of the source; the others are named after the tables. */
const SOURCE = ''
/** The progress of a table that is complete. */
export const COMPLETE = 'complete'

export interface Progress {
  /** Identifies the content of the source when the copy began. */
  readonly source: string
  /** By table: the key of the last copied row as JSON, or `COMPLETE`. */
  readonly tables: ReadonlyMap<string, string>
}

const LOOK_UP = {
  sqlite: `SELECT name AS id FROM sqlite_schema WHERE name = '${UNFINISHED}'`,
  postgres: `SELECT to_regclass('${UNFINISHED}')::text AS id`,
}

/** The progress of an unfinished move; undefined if there is none. */
export async function readProgress(sql: Sql): Promise<Progress | undefined> {
  const found = await sql.get<{ id: string | null }>(LOOK_UP[sql.dialect.name], [])
  if (typeof found?.id !== 'string') return undefined
  const rows = await sql.all<{ name: string; value: string }>(`SELECT name, value FROM ${UNFINISHED}`, [])
  const values = new Map(rows.map(({ name, value }) => [name, value]))
  const source = values.get(SOURCE) ?? ''
  values.delete(SOURCE)
  return { source, tables: values }
}

/** Throws if the database is an incomplete copy. */
export async function refuseUnfinished(sql: Sql): Promise<void> {
  if ((await readProgress(sql)) === undefined) return
  throw new Error(
    'The Postgres database is an incomplete copy of a SQLite database. ' +
      'Run `millrace migrate` again to complete it, or use another database.',
  )
}

/** Starts a move: creates the table, or clears it. */
export function startProgress(source: string): Statement[] {
  return [
    { text: `CREATE TABLE IF NOT EXISTS ${UNFINISHED} (name TEXT PRIMARY KEY, value TEXT NOT NULL)` },
    { text: `DELETE FROM ${UNFINISHED}` },
    { text: `INSERT INTO ${UNFINISHED} (name, value) VALUES ($1, $2)`, params: [SOURCE, source] },
  ]
}

export function saveProgress(table: string, value: string): Statement {
  return {
    text: `INSERT INTO ${UNFINISHED} (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    params: [table, value],
  }
}

/** The next run starts over: the copy differs from its source. */
export const INVALIDATE: Statement = { text: `UPDATE ${UNFINISHED} SET value = 'different' WHERE name = '${SOURCE}'` }

export const FINISH: Statement = { text: `DROP TABLE ${UNFINISHED}` }
