import { isPostgres } from './lock-database.ts'
import { type BackupOptions, BackupRefused, backupSqlite } from './sqlite/backup.ts'

/** Copies a database to a file, whether or not a service is using it; returns the size of the copy. */
export async function backupDatabase(database: string, target: string, options: BackupOptions = {}): Promise<number> {
  if (isPostgres(database)) throw new BackupRefused('Use pg_dump to back up a Postgres database.')
  return backupSqlite(database, target, options)
}
