/**
 * Copies a SQLite database to an empty Postgres database. Each batch is one transaction that also records how far the
 * table is copied, so a run that was killed is continued by the next one. If the source has changed since, the next
 * run starts over. The caller holds the locks of both databases.
 */
import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { fileExecutions } from '../journal/unfiled.ts'
import { migrate } from '../migrate.ts'
import type { Migration } from '../migrations.ts'
import { openPostgres, requireSupportedServer } from '../postgres/postgres-sql.ts'
import type { Sql, SqlValue, Statement } from '../sql.ts'
import { openSqlite } from '../sqlite/sqlite-sql.ts'
import { compareTable, type TableReport } from './compare.ts'
import { sidesToPostgres } from './postgres-copies.ts'
import { sqliteTables, type Table, tablesToCopy } from './schema.ts'
import { type Batch, type BatchLimits, batchesOf, indexSegments, isCopied, type Key } from './source-rows.ts'
import { COMPLETE, FINISH, INVALIDATE, readProgress, saveProgress, startProgress } from './unfinished.ts'

export interface MoveOptions {
  /** The SQLite file. */
  readonly source: string
  /** The URL of the Postgres database. */
  readonly target: string
  /** Called when a run continues an earlier one, or starts over because the source has changed. */
  readonly onResume?: (how: 'continue' | 'start over') => void
  /** Called after every batch. */
  readonly onBatch?: (table: string, rows: number) => void
  readonly limits?: BatchLimits
  /** For tests: further migrations. */
  readonly migrations?: readonly Migration[]
}

/** The target cannot be used. */
export class MoveRefused extends Error {}

const CONNECTION = { poolSize: 1, statementTimeoutMs: 0, connectTimeoutMs: 5_000, onLost: () => {} }

/** Copies everything and compares it; the copy is complete if no table of the report has a difference. */
export async function moveDatabase(options: MoveOptions): Promise<readonly TableReport[]> {
  const source = openSqlite(options.source)
  const target = openPostgres(options.target, CONNECTION)
  try {
    await requireSupportedServer(target)
    await migrate(source, options.migrations)
    fileExecutions(source.database)
    await refuseFull(target)
    await migrate(target, options.migrations)
    const tables = await tablesToCopy(source, target)
    const fingerprint = fingerprintOf(source.database, options.source)
    indexSegments(source.database)
    await prepare(target, { tables, fingerprint, onResume: options.onResume })
    for (const table of tables) await copyTable(source.database, target, { table, ...options })
    const reports: TableReport[] = []
    const sides = sidesToPostgres(source.database, target)
    for (const table of tables) reports.push(await compareTable(sides, table))
    const isEqual = reports.every(({ difference }) => difference === undefined)
    await target.transaction([isEqual ? FINISH : INVALIDATE])
    return reports
  } finally {
    await target.close()
    await source.close()
  }
}

/** The tables of a source and the number of their rows; throws if the target cannot be used. Writes nothing. */
export async function planMove(options: Pick<MoveOptions, 'source' | 'target'>): Promise<ReadonlyMap<string, number>> {
  const source = openSqlite(options.source)
  const target = openPostgres(options.target, CONNECTION)
  try {
    await requireSupportedServer(target)
    await refuseFull(target)
    const counts = new Map<string, number>()
    for (const name of await sqliteTables(source)) counts.set(name, await rowsIn(source, name))
    return counts
  } finally {
    await target.close()
    await source.close()
  }
}

async function rowsIn(sql: Sql, table: string): Promise<number> {
  return (await sql.get<{ rows: number }>(`SELECT count(*) AS rows FROM "${table}"`, []))?.rows ?? 0
}

/** Accepts an unfinished move, and a database without rows; migrations insert those with a negative number. */
async function refuseFull(target: Sql): Promise<void> {
  if ((await readProgress(target)) !== undefined) return
  const tables = await target.all<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'migrations'
    ORDER BY tablename`,
    [],
  )
  const full: string[] = []
  for (const { name } of tables) {
    const condition = name === 'execution_workflows' ? 'WHERE num > 0' : ''
    if ((await target.get(`SELECT 1 AS one FROM "${name}" ${condition} LIMIT 1`, [])) !== undefined) full.push(name)
  }
  if (full.length === 0) return
  throw new MoveRefused(
    `The Postgres database is not empty: there are rows in ${full.slice(0, 5).join(', ')}` +
      `${full.length > 5 ? ` and ${full.length - 5} more tables` : ''}. Create a new database for the copy.`,
  )
}

/** Changes with every write of a service: the log is written to the file first. */
function fingerprintOf(database: DatabaseSync, file: string): string {
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const { ino, size, mtimeNs } = statSync(file, { bigint: true })
  return `${ino} ${size} ${mtimeNs}`
}

interface Preparation {
  readonly tables: readonly Table[]
  readonly fingerprint: string
  readonly onResume: MoveOptions['onResume']
}

async function prepare(target: Sql, { tables, fingerprint, onResume }: Preparation): Promise<void> {
  const progress = await readProgress(target)
  if (progress !== undefined && progress.source === fingerprint) return onResume?.('continue')
  if (progress !== undefined) onResume?.('start over')
  const names = tables.map(({ name }) => `"${name}"`).join(', ')
  await target.transaction([{ text: `TRUNCATE ${names} RESTART IDENTITY` }, ...startProgress(fingerprint)])
}

interface TableCopy extends Pick<MoveOptions, 'onBatch' | 'limits'> {
  readonly table: Table
}

async function copyTable(source: DatabaseSync, target: Sql, { table, onBatch, limits }: TableCopy): Promise<void> {
  if (!isCopied(table)) return
  const saved = (await readProgress(target))?.tables.get(table.name)
  if (saved === COMPLETE) return
  const after = saved === undefined ? undefined : (JSON.parse(saved) as Key)
  for (const batch of batchesOf(source, table, { after, ...(limits && { limits }) })) {
    await target.transaction([insertion(table, batch), saveProgress(table.name, JSON.stringify(batch.last))])
    onBatch?.(table.name, batch.rows.length)
  }
  await target.transaction([...nextNumber(source, table), saveProgress(table.name, COMPLETE)])
}

function insertion({ name, columns }: Table, { rows }: Batch): Statement {
  const params: SqlValue[] = []
  const tuples = rows.map((row) => `(${row.map((value) => `$${params.push(value)}`).join(', ')})`)
  const names = columns.map((column) => `"${column.name}"`).join(', ')
  return { text: `INSERT INTO "${name}" (${names}) OVERRIDING SYSTEM VALUE VALUES ${tuples.join(', ')}`, params }
}

/** Numbers continue after the largest that was ever assigned: those of deleted rows are not used again. */
function nextNumber(source: DatabaseSync, { name, identity }: Table): Statement[] {
  if (identity === undefined) return []
  const largest = source.prepare(`SELECT max("${identity}") AS num FROM "${name}"`).get()?.num
  const assigned = source.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?').get(name)?.seq
  const last = Math.max(Number(largest ?? 0), Number(assigned ?? 0))
  if (last < 1) return []
  return [{ text: `SELECT setval(pg_get_serial_sequence($1, $2), $3)`, params: [name, identity, last] }]
}
