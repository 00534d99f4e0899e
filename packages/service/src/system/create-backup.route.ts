import { join } from 'node:path'
import { Backup, BackupRequest, Problem } from '@millrace/model'
import { BackupRefused } from '@millrace/store'
import { defineRoute, envelope } from '../http/define-route.ts'
import { writeBackup } from '../platform/backup.ts'
import { inBackupTurn } from '../platform/backup-turn.ts'
import { iso } from '../platform/iso.ts'
import type { PlatformServices } from '../platform/services.ts'

export default defineRoute({
  operation: 'createBackup',
  method: 'POST',
  path: '/system/backup',
  access: 'admin',
  audit: 'backup.created',
  summary: 'Write a backup of the database',
  description:
    'Writes a consistent copy of the database, and of the files of nodes, to the folder `backups` of the data folder while the service runs. The secret key is not copied. A backup of a Postgres database has the same format: it can be restored to SQLite and to Postgres.',
  tags: ['System'],
  body: BackupRequest,
  bodyOptional: true,
  reply: envelope(Backup, 'Backup written'),
  status: 201,
  errors: ['ALREADY_EXISTS'],
  example: {
    body: { name: 'before-upgrade.db' },
    reply: {
      file: '/var/lib/millrace/backups/before-upgrade.db',
      bytes: 1048576,
      files: null,
      manifest: '/var/lib/millrace/backups/before-upgrade.db.manifest.json',
    },
  },

  async handle({ body, note }, { config, clock }: PlatformServices) {
    const now = clock.now()
    const name = body?.name ?? `millrace-${iso(now).replaceAll(':', '-')}.db`
    note({ subject: { id: name, name } })
    const target = join(config.dataDir, 'backups', name)
    const writing = inBackupTurn(() => writeBackup(config, { target, now }))
    const { file, bytes, files, manifest } = await writing.catch(refused)
    return { file, bytes, files, manifest }
  },
})

function refused(error: unknown): never {
  if (!(error instanceof BackupRefused)) throw error
  if (error.message.endsWith('exists already.')) throw new Problem('ALREADY_EXISTS', { message: error.message })
  throw new Problem('VALIDATION_ERROR', { message: error.message })
}
