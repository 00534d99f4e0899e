/**
 * Reads a Postgres database as of one point in time, whether or not a service uses it: all reads are in one read-only
 * transaction with its own snapshot, which blocks no writes.
 */
import pg from 'pg'
import { MIGRATIONS } from '../migrations.ts'
import { problemWithServer, SERVER_FACTS, type ServerFacts, throwUnreachable } from '../postgres/postgres-sql.ts'
import { connectSession } from '../postgres/session.ts'
import type { SqlValue } from '../sql.ts'
import { keyOf } from './compare.ts'
import type { Reader, Table } from './schema.ts'
import { type Batch, type BatchLimits, type Key, LIMITS, type Row } from './source-rows.ts'
import { UNFINISHED } from './unfinished.ts'

export interface Snapshot extends Reader {
  /** The number of the newest migration. */
  readonly schema: number
  /** Batches of a table after a key, in the order of the primary key. */
  batchesOf(
    table: Table,
    from?: { readonly after?: Key | undefined; readonly limits?: BatchLimits | undefined },
  ): AsyncIterable<Batch>
  countOf(table: string): Promise<number>
  /** Identifies the content of these tables: it differs after every write. */
  fingerprint(tables: readonly string[]): Promise<string>
  /** The largest number that a table ever assigned. */
  lastNumber(table: Pick<Table, 'name' | 'identity'>): Promise<number>
}

/** The database cannot be copied. */
export class SourceRefused extends Error {}

const INT8 = 20

// Times, counts and numbers of rows fit into a number; by default pg returns them as strings.
const types = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    type === INT8 ? Number : pg.types.getTypeParser(type, format as 'text'),
}

/** Opens a snapshot under a name that the server shows to others, and ends it after the work. */
export async function withSnapshot<T>(url: string, name: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const client = await connectSession(url, name).catch(throwUnreachable)
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    // A large table takes longer than the limits that an operator may have set for requests.
    await client.query('SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0')
    const query = async <Found>(text: string, values: readonly SqlValue[] = []): Promise<Found[]> =>
      (await client.query({ text, values: [...values], types })).rows as Found[]
    return await work(snapshotOf(query, await schemaOf(query)))
  } finally {
    await client.end()
  }
}

type Query = <Found>(text: string, values?: readonly SqlValue[]) => Promise<Found[]>

async function schemaOf(query: Query): Promise<number> {
  const [facts] = await query<ServerFacts>(SERVER_FACTS)
  const problem = facts && problemWithServer(facts)
  if (problem !== undefined) throw new SourceRefused(problem)
  const [own] = await query<{ migrations: string | null; unfinished: string | null }>(
    `SELECT to_regclass('migrations')::text AS migrations, to_regclass('${UNFINISHED}')::text AS unfinished`,
  )
  if (own?.unfinished != null) throw new SourceRefused('The Postgres database is an incomplete copy itself.')
  const [newest] = own?.migrations == null ? [] : await query<{ number: number | null }>(NEWEST)
  const schema = newest?.number ?? 0
  if (schema === 0) throw new SourceRefused('The Postgres database does not contain any data of Millrace.')
  if (schema > MIGRATIONS.length)
    throw new SourceRefused('The Postgres database was written by a newer version of Millrace. Use that version.')
  return schema
}

const NEWEST = 'SELECT max(number) AS number FROM migrations'

function snapshotOf(query: Query, schema: number): Snapshot {
  return {
    schema,
    all: query,
    async *batchesOf(table, { after, limits = LIMITS } = {}) {
      let last = after
      for (;;) {
        const rows = await rowsAfter(query, table, { after: last, limits })
        const end = rows.at(-1)
        if (end === undefined) return
        last = keyOf(table, end)
        yield { rows, last }
      }
    },
    async countOf(table) {
      return (await query<{ rows: number }>(`SELECT count(*) AS rows FROM "${table}"`))[0]?.rows ?? 0
    },
    async fingerprint(tables) {
      const [database] = await query<{ oid: string }>(
        'SELECT oid::text AS oid FROM pg_database WHERE datname = current_database()',
      )
      const parts = [database?.oid]
      for (const table of tables) {
        // The transaction that wrote each row: an insert, update or delete changes the count or the sum.
        const [row] = await query<{ rows: number; sum: string | null }>(
          `SELECT count(*) AS rows, sum(hashint8extended(xmin::text::bigint, 0)::numeric)::text AS sum FROM "${table}"`,
        )
        parts.push(`${table} ${row?.rows} ${row?.sum ?? 0}`)
      }
      return parts.join(', ')
    },
    async lastNumber({ name, identity }) {
      if (identity === undefined) return 0
      const [found] = await query<{ sequence: string }>('SELECT pg_get_serial_sequence($1, $2) AS sequence', [
        `"${name}"`,
        identity,
      ])
      const [row] = await query<{ last: number }>(
        `SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last FROM ${found?.sequence}`,
      )
      return row?.last ?? 0
    },
  }
}

interface From {
  readonly after: Key | undefined
  readonly limits: BatchLimits
}

/** Reads the sizes of the next rows first, so that a batch of large rows ends early. */
async function rowsAfter(query: Query, table: Table, { after, limits }: From): Promise<readonly Row[]> {
  const { name, columns, key } = table
  const quoted = key.map((column) => `"${column}"`).join(', ')
  const condition = after === undefined ? '' : `WHERE (${quoted}) > (${after.map((_, at) => `$${at + 1}`).join(', ')})`
  const part = `FROM "${name}" ${condition} ORDER BY ${quoted}`
  const size = columns.map((column) =>
    column.kind === 'number' ? '8' : `coalesce(octet_length("${column.name}"), 8)::bigint`,
  )
  const sizes = await query<{ bytes: number }>(
    `SELECT ${size.join(' + ')} AS bytes ${part} LIMIT ${limits.rows}`,
    after ?? [],
  )
  let bytes = 0
  const over = sizes.findIndex((row) => {
    bytes += Number(row.bytes)
    return bytes >= limits.bytes
  })
  const many = over === -1 ? sizes.length : over + 1
  if (many === 0) return []
  const rows = await query<Readonly<Record<string, SqlValue>>>(
    `SELECT ${columns.map((column) => `"${column.name}"`).join(', ')} ${part} LIMIT ${many}`,
    after ?? [],
  )
  return rows.map((row): Row => columns.map((column) => row[column.name] ?? null))
}
