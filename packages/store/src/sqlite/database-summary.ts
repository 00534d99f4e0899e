/** What a SQLite file contains, for the manifest of a backup and for checks. Reads on a thread; changes nothing. */
import { MIGRATIONS } from '../migrations.ts'
import { anySealedIn } from '../sealed-values.ts'
import { readInThread } from './read-in-thread.ts'

export interface DatabaseSummary {
  /** The number of the newest migration. */
  readonly schema: number
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>
  /** Whether it contains values that are encrypted with the secret key. */
  readonly hasSecrets: boolean
}

/** The newest schema that this version can open. */
export const NEWEST_SCHEMA = MIGRATIONS.length

const TABLES = `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
  AND name NOT LIKE 'sqlite!_%' ESCAPE '!' AND name <> 'migrations' ORDER BY name`

export async function summaryOfSqlite(file: string): Promise<DatabaseSummary> {
  const [newest] = await readInThread(file, 'SELECT max(number) AS number FROM migrations')
  const names = (await readInThread(file, TABLES)).map(({ name }) => String(name))
  const counts = names.map((name) => `SELECT '${name}' AS name, (SELECT count(*) FROM "${name}") AS rows`)
  const rows = counts.length === 0 ? [] : await readInThread(file, counts.join(' UNION ALL '))
  return {
    schema: Number(newest?.number ?? 0),
    rows: Object.fromEntries(rows.map((row) => [String(row.name), Number(row.rows)])),
    hasSecrets: (await readInThread(file, anySealedIn(names))).length > 0,
  }
}
