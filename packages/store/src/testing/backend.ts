/** The backend port of the contract suites, and cleanup of opened stores. */
import { afterEach } from 'vitest'
import { openStore } from '../open-store.ts'
import { openPostgres } from '../postgres/postgres-sql.ts'
import type { Sql } from '../sql.ts'
import { openSqlite } from '../sqlite/sqlite-sql.ts'
import type { Store } from '../store.ts'

export interface Backend {
  /** Creates an empty database and returns its address for `openStore`. */
  freshDatabase(): Promise<string>
  /** The same with the tables of a store. */
  migratedDatabase(): Promise<string>
}

export interface Opener extends Backend {
  /** Opens a store, by default on a database without rows, and closes it after the test. */
  open(database?: string): Promise<Store>
  /** Opens a database without a store, to inspect its tables. */
  openSql(database: string): Sql
}

/** Opens stores for the tests of the calling suite. */
export function opener(backend: Backend): Opener {
  const opened: { close(): Promise<void> }[] = []
  afterEach(async () => {
    for (const each of opened.splice(0).reverse()) await each.close()
  })
  return {
    freshDatabase: () => backend.freshDatabase(),
    migratedDatabase: () => backend.migratedDatabase(),
    async open(database) {
      const store = await openStore({ database: database ?? (await backend.migratedDatabase()) })
      opened.push(store)
      return store
    },
    openSql(database) {
      const sql = database.startsWith('postgres:')
        ? openPostgres(database, { poolSize: 2, statementTimeoutMs: 0, connectTimeoutMs: 5000, onLost: () => {} })
        : openSqlite(database)
      opened.push(sql)
      return sql
    },
  }
}
