import { isPostgres } from './lock-database.ts'
import { type BackupOptions, backupSqlite } from './sqlite/backup.ts'

/** Copies a database to a SQLite file, whether or not a service is using it; returns the size of the copy. */
export async function backupDatabase(database: string, target: string, options: BackupOptions = {}): Promise<number> {
  if (!isPostgres(database)) return backupSqlite(database, target, options)
  // Imported here, so that a backup of SQLite does not load the driver.
  return (await import('./postgres/backup.ts')).backupPostgres(database, target, options)
}
