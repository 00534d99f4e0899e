import type { DatabaseLock, DatabaseLockOptions } from './postgres/database-lock.ts'
import { lockSqlite } from './sqlite/database-lock.ts'

export type { DatabaseLock } from './postgres/database-lock.ts'

const NO_STANDBY = { handOver: async () => false }

/** Locks a database for this process; throws an Error if another process holds it. */
export async function lockDatabase(database: string, options: DatabaseLockOptions): Promise<DatabaseLock> {
  if (database === ':memory:') return { ...NO_STANDBY, release: async () => {} }
  if (!isPostgres(database)) {
    const lock = await lockSqlite(database)
    return { ...NO_STANDBY, release: async () => lock.release() }
  }
  // Imported here, so that an embedded start does not load the driver.
  const postgres = await import('./postgres/database-lock.ts')
  return postgres.lockDatabase(database, options)
}

export function isPostgres(database: string): boolean {
  return /^postgres(ql)?:/.test(database)
}
