/**
 * The tables to copy, read from the databases themselves: a table that a new migration adds is copied without a change
 * here. Both databases must have the same tables and columns, or nothing is copied.
 */
import type { Sql } from '../sql.ts'
import { UNFINISHED } from './unfinished.ts'

export type ColumnKind = 'number' | 'text' | 'bytes'

export interface Column {
  readonly name: string
  readonly kind: ColumnKind
  /** Whether SQLite stores it as a `Dialect.longText`. */
  readonly isLong: boolean
}

export interface Table {
  readonly name: string
  readonly columns: readonly Column[]
  /** The columns of the primary key, in its order. */
  readonly key: readonly string[]
  /** The column whose numbers the database assigns. */
  readonly identity: string | undefined
}

/** What the schema is read with. */
export type Reader = Pick<Sql, 'all'>

/** Tables that describe the database and not its content, and one of SQLite that is emptied before it is copied. */
const OWN = new Set(['migrations', UNFINISHED, 'unfiled_executions'])

/** The tables of a SQLite database with content; without search indexes, which triggers fill. */
export async function sqliteTables(sql: Reader): Promise<readonly string[]> {
  const rows = await sql.all<{ name: string }>(
    `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'
    ORDER BY name`,
    [],
  )
  return rows.map(({ name }) => name).filter((name) => !OWN.has(name))
}

/** The tables of both databases in an order in which every row is copied after the rows that it refers to. */
export async function tablesToCopy(sqlite: Reader, postgres: Reader): Promise<readonly Table[]> {
  const names = await sqliteTables(sqlite)
  const targetNames = await postgresTables(postgres)
  const different = [...new Set([...names, ...targetNames])].filter(
    (name) => !names.includes(name) || !targetNames.includes(name),
  )
  if (different.length > 0) throw new Error(`These tables are not in both databases: ${different.join(', ')}.`)
  return orderedTables(names, sqlite, postgres)
}

/** The tables of a new SQLite database, which Postgres must have too; others in the same schema are not ours. */
export async function tablesInPostgres(sqlite: Reader, postgres: Reader): Promise<readonly Table[]> {
  const [names, existing] = await Promise.all([sqliteTables(sqlite), postgresTables(postgres)])
  const missing = names.filter((name) => !existing.includes(name))
  if (missing.length > 0) throw new Error(`These tables are not in the Postgres database: ${missing.join(', ')}.`)
  return orderedTables(names, sqlite, postgres)
}

async function orderedTables(names: readonly string[], sqlite: Reader, postgres: Reader): Promise<readonly Table[]> {
  const tables: Table[] = []
  const parents = new Map<string, readonly string[]>()
  for (const name of names) {
    tables.push(await tableOf(sqlite, postgres, name))
    parents.set(name, await parentsOf(sqlite, name))
  }
  return inOrder(tables, parents)
}

async function postgresTables(sql: Reader): Promise<readonly string[]> {
  const rows = await sql.all<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename`,
    [],
  )
  return rows.map(({ name }) => name).filter((name) => !OWN.has(name))
}

const KINDS: Readonly<Record<string, ColumnKind>> = {
  bigint: 'number',
  integer: 'number',
  text: 'text',
  bytea: 'bytes',
}

async function tableOf(sqlite: Reader, postgres: Reader, name: string): Promise<Table> {
  const columns = await sqlite.all<{ name: string; type: string; pk: number }>(
    'SELECT name, type, pk FROM pragma_table_info($1)',
    [name],
  )
  const found = await postgres.all<{ name: string; type: string; identity: string }>(
    `SELECT column_name AS name, data_type AS type, is_identity AS identity FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name = $1`,
    [name],
  )
  const types = new Map(found.map((column) => [column.name, column.type]))
  return {
    name,
    columns: columns.map((column) => {
      const kind = KINDS[types.get(column.name) ?? '']
      if (kind === undefined) throw new Error(`The column ${name}.${column.name} cannot be copied.`)
      return { name: column.name, kind, isLong: column.type === 'ANY' }
    }),
    key: columns
      .filter(({ pk }) => pk > 0)
      .toSorted((one, other) => one.pk - other.pk)
      .map((column) => column.name),
    identity: found.find(({ identity }) => identity === 'YES')?.name,
  }
}

async function parentsOf(sql: Reader, name: string): Promise<readonly string[]> {
  const rows = await sql.all<{ parent: string }>('SELECT "table" AS parent FROM pragma_foreign_key_list($1)', [name])
  return rows.map(({ parent }) => parent)
}

function inOrder(tables: readonly Table[], parents: ReadonlyMap<string, readonly string[]>): readonly Table[] {
  const ordered: Table[] = []
  const isDone = (name: string) => ordered.some((table) => table.name === name)
  while (ordered.length < tables.length) {
    const next = tables.find(({ name }) => !isDone(name) && (parents.get(name) ?? []).every(isDone))
    if (next === undefined) throw new Error('The tables refer to each other in a circle and cannot be copied.')
    ordered.push(next)
  }
  return ordered
}
