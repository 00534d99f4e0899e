import { isPostgres } from './lock-database.ts'
import { type BackupOptions, BackupRefused, backupSqlite } from './sqlite/backup.ts'

/** Copies a database into a file, whether a service uses it or not; the result is the size of the copy. */
export async function backupDatabase(database: string, target: string, options: BackupOptions = {}): Promise<number> {
  if (isPostgres(database)) throw new BackupRefused('A Postgres database is backed up with pg_dump.')
  return backupSqlite(database, target, options)
}
