/**
 * Backs up a Postgres database to a SQLite file, which can be restored to either database. The rows are read in one
 * snapshot, while the service writes on, and compared with the copy.
 */
import { copyToSqlite } from '../move/copy-to-sqlite.ts'
import { SourceRefused } from '../move/postgres-snapshot.ts'
import { type BackupOptions, BackupRefused, writeBackupFile } from '../sqlite/backup.ts'

// Small, because a service that writes its own backups inserts each batch on its main thread.
const LIMITS = { rows: 200, bytes: 2 ** 20 }

export function backupPostgres(source: string, target: string, options: BackupOptions): Promise<number> {
  return writeBackupFile(target, options, async (part) => {
    const copying = copyToSqlite({ source, target: part, name: 'millrace backup', isTemporary: true, limits: LIMITS })
    const reports = await copying.catch((error: unknown) => {
      throw error instanceof SourceRefused ? new BackupRefused(error.message) : error
    })
    const different = reports.find(({ difference }) => difference !== undefined)
    if (different !== undefined) throw new Error(`The backup differs from its source: ${different.difference}.`)
  })
}
