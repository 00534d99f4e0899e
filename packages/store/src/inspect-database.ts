/** What a database contains, read beside a running service: takes no lock, creates no file and changes nothing. */
import { isPostgres } from './lock-database.ts'
import type { ReadRows } from './read-rows.ts'
import { anySealedIn, SEALED_SAMPLES, type SealedKind } from './sealed-values.ts'
import { inspectSqlite } from './sqlite/inspect-sqlite.ts'

export interface SealedSample {
  readonly kind: SealedKind
  /** The id of the record that the value belongs to. */
  readonly id: string
  readonly sealed: Uint8Array
}

export interface InspectedDatabase {
  /** The number of the newest migration; 0 for an empty database. */
  readonly schema: number
  /** Whether it contains values that are encrypted with the secret key. */
  readonly hasSecrets: boolean
  /** Some of the values that are encrypted with the secret key. */
  readonly samples: readonly SealedSample[]
  /** Whether SQLite has committed changes in a log that cannot be read without writing; the next start applies them. */
  readonly hasUnreadLog: boolean
}

/** Throws if the database cannot be opened or is not supported. */
export async function inspectDatabase(database: string): Promise<InspectedDatabase> {
  if (!isPostgres(database)) {
    return inspectSqlite(database, (read) => inspect(read, "SELECT name FROM sqlite_schema WHERE type = 'table'"))
  }
  // Imported here, so that a command for SQLite does not load the driver.
  const { readPostgres } = await import('./postgres/read-postgres.ts')
  const found = await readPostgres(database, (read) =>
    inspect(read, 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()'),
  )
  return { ...found, hasUnreadLog: false }
}

async function inspect(read: ReadRows, listTables: string): Promise<Omit<InspectedDatabase, 'hasUnreadLog'>> {
  const tables = new Set((await read(listTables)).map(({ name }) => String(name)))
  if (!tables.has('migrations')) return { schema: 0, hasSecrets: false, samples: [] }
  const [newest] = await read('SELECT max(number) AS number FROM migrations')
  const samples: SealedSample[] = []
  // An older database does not have all tables.
  for (const { kind, text } of SEALED_SAMPLES.filter((one) => tables.has(one.table)))
    for (const { id, sealed } of await read(text))
      if (sealed instanceof Uint8Array) samples.push({ kind, id: String(id), sealed })
  const hasSecrets = (await read(anySealedIn([...tables]))).length > 0
  return { schema: Number(newest?.number ?? 0), hasSecrets, samples }
}
