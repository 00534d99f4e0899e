import type { DatabaseLock, DatabaseLockOptions } from './postgres/database-lock.ts'
import { lockSqlite } from './sqlite/database-lock.ts'

export type { DatabaseLock } from './postgres/database-lock.ts'

/** Takes a database for this process; throws an Error if another one has it. */
export async function lockDatabase(database: string, options: DatabaseLockOptions): Promise<DatabaseLock> {
  if (database === ':memory:') return { release: async () => {} }
  if (!isPostgres(database)) {
    const lock = await lockSqlite(database)
    return { release: async () => lock.release() }
  }
  // Here and not above, so that an embedded start does not load the driver.
  const postgres = await import('./postgres/database-lock.ts')
  return postgres.lockDatabase(database, options)
}

export function isPostgres(database: string): boolean {
  return /^postgres(ql)?:/.test(database)
}
