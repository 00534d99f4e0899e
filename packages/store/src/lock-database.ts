import type { DatabaseLock, DatabaseLockOptions } from './postgres/database-lock.ts'

export type { DatabaseLock } from './postgres/database-lock.ts'

/** Takes a Postgres database for this process. A SQLite file needs none: it lies in a folder that is locked. */
export async function lockDatabase(database: string, options: DatabaseLockOptions): Promise<DatabaseLock> {
  if (!isPostgres(database)) return { release: async () => {} }
  // Here and not above, so that an embedded start does not load the driver.
  const postgres = await import('./postgres/database-lock.ts')
  return postgres.lockDatabase(database, options)
}

export function isPostgres(database: string): boolean {
  return /^postgres(ql)?:/.test(database)
}
