import { grantStore } from './grants.ts'
import { migrate } from './migrate.ts'
import type { PostgresOptions } from './postgres/postgres-sql.ts'
import type { Sql } from './sql.ts'
import { openSqlite } from './sqlite/sqlite-sql.ts'
import type { Store } from './store.ts'
import { tokenStore } from './tokens.ts'
import { workflowStore } from './workflows.ts'

export interface StoreOptions extends Partial<PostgresOptions> {
  /** The path of a SQLite file, or a URL that starts with `postgres://`. The other options are for Postgres only. */
  readonly database: string
}

const DEFAULTS: PostgresOptions = {
  poolSize: 10,
  statementTimeoutMs: 30_000,
  connectTimeoutMs: 5_000,
  // A lost connection shows itself to whoever uses it next; a log is the caller's to keep.
  onLost: () => {},
}

/** Opens a database, making it and bringing its tables up to date if need be. */
export async function openStore({ database, ...options }: StoreOptions): Promise<Store> {
  const sql = /^postgres(ql)?:/.test(database)
    ? await openMigratedPostgres(database, { ...DEFAULTS, ...options })
    : await openMigratedSqlite(database)
  return {
    workflows: workflowStore(sql),
    tokens: tokenStore(sql),
    grants: grantStore(sql),
    ping: async () => {
      await sql.get('SELECT 1 AS alive', [])
    },
    close: () => sql.close(),
  }
}

async function openMigratedSqlite(file: string): Promise<Sql> {
  const sql = openSqlite(file)
  try {
    await migrate(sql)
  } catch (error) {
    await sql.close()
    throw error
  }
  return sql
}

async function openMigratedPostgres(url: string, options: PostgresOptions): Promise<Sql> {
  // Here and not above, so that an embedded start does not load the driver.
  const { openPostgres, requireUtf8 } = await import('./postgres/postgres-sql.ts')
  // A migration of a large table, or the wait for another process that does one, may take its time.
  const migrator = openPostgres(url, { ...options, poolSize: 1, statementTimeoutMs: 0 })
  try {
    await requireUtf8(migrator)
    await migrate(migrator)
  } finally {
    await migrator.close()
  }
  return openPostgres(url, options)
}
