/**
 * Copies a Postgres database to a SQLite file, for a move and for backups. Nothing in the source changes. The copy has
 * the schema of its source, so that a program of a newer version can back up a database before it is migrated.
 */
import { compareTable, type TableReport } from './compare.ts'
import { type Snapshot, withSnapshot } from './postgres-snapshot.ts'
import { type Table, tablesInPostgres } from './schema.ts'
import { isCopied } from './source-rows.ts'
import { type CopyOptions, openCopy, type SqliteCopy } from './sqlite-copy.ts'

export interface CopyToSqlite extends CopyOptions {
  /** The URL of the Postgres database. */
  readonly source: string
  /** The SQLite file: a new one, or one that an earlier run did not complete. */
  readonly target: string
  /** The name of the connection, which the server shows to others. */
  readonly name: string
  readonly onResume?: ((how: 'continue' | 'start over') => void) | undefined
}

/** Copies everything and compares it; the copy is complete if no table of the report has a difference. */
export function copyToSqlite(options: CopyToSqlite): Promise<readonly TableReport[]> {
  return withSnapshot(options.source, options.name, async (source) => {
    const copy = await openCopy(options.target, source.schema, options)
    try {
      return await fill(copy, source, options)
    } finally {
      await copy.close()
    }
  })
}

async function fill(
  copy: SqliteCopy,
  source: Snapshot,
  { onResume, isTemporary }: CopyToSqlite,
): Promise<readonly TableReport[]> {
  const tables = await tablesInPostgres(copy.sql, source)
  const how = await copy.begin(tables, isTemporary ? 'temporary' : await source.fingerprint(namesOf(tables)))
  if (how !== 'new') onResume?.(how)
  for (const table of tables) if (isCopied(table)) await copy.copyTable(source, table)
  const sides = copy.sides(source)
  const reports: TableReport[] = []
  for (const table of tables) reports.push(await compareTable(sides, table))
  await copy.finish(reports.every(({ difference }) => difference === undefined))
  return reports
}

function namesOf(tables: readonly Table[]): readonly string[] {
  return tables.filter(isCopied).map(({ name }) => name)
}

/** The tables of a source and the number of their rows. */
export function planCopy(source: string, name: string): Promise<ReadonlyMap<string, number>> {
  return withSnapshot(source, name, async (snapshot) => {
    const model = await openCopy(':memory:', snapshot.schema, { isTemporary: true })
    try {
      const counts = new Map<string, number>()
      for (const table of await tablesInPostgres(model.sql, snapshot))
        counts.set(table.name, await snapshot.countOf(table.name))
      return counts
    } finally {
      await model.close()
    }
  })
}
