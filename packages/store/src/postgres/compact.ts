/** `VACUUM (ANALYZE)` of the tables of a Postgres database, and of no others in the same schema. */
import type pg from 'pg'
import type { Compaction } from '../compaction.ts'
import { MIGRATIONS } from '../migrations.ts'
import { connectSession } from './session.ts'

export async function compactPostgres(url: string): Promise<Compaction> {
  // Not through `openPostgres`, which refuses a database that a service uses: this changes no rows.
  const client = await connectSession(url, 'millrace compact')
  try {
    const tables = await ownTables(client)
    const before = await sizeOf(client, tables)
    // One by one: a list would keep the locks of all tables.
    for (const table of tables) await client.query(`VACUUM (ANALYZE) ${table}`)
    return { before, after: await sizeOf(client, tables), isReturned: false }
  } finally {
    await client.end()
  }
}

async function ownTables(client: pg.Client): Promise<readonly string[]> {
  const created = MIGRATIONS.flatMap(({ statements }) => statements.postgres).flatMap(
    (text) => /^CREATE TABLE (\w+)/.exec(text)?.[1] ?? [],
  )
  const { rows } = await client.query<{ name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename = ANY ($1) ORDER BY 1',
    [created],
  )
  return rows.map(({ name }) => name)
}

async function sizeOf(client: pg.Client, tables: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ bytes: string | null }>(
    'SELECT sum(pg_total_relation_size(name::regclass)) AS bytes FROM unnest($1::text[]) AS name',
    [tables],
  )
  return Number(rows[0]?.bytes ?? 0)
}
