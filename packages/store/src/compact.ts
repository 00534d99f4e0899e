/** Rewrites the files of a database without the space that deleted rows left. */
import type { Compaction } from './compaction.ts'
import { isPostgres } from './lock-database.ts'
import { compactSqlite, type TemporaryFolders } from './sqlite/compact.ts'

/** Works on a database that a service is using; with SQLite its writes wait meanwhile. `env` is that of the process. */
export async function compactDatabase(database: string, env: TemporaryFolders = {}): Promise<Compaction> {
  if (!isPostgres(database)) return compactSqlite(database, env)
  // Imported here, so that a command for SQLite does not load the driver.
  return (await import('./postgres/compact.ts')).compactPostgres(database)
}
