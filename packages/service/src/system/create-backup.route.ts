import { join } from 'node:path'
import { Backup, BackupRequest, Problem } from '@millrace/model'
import { BackupRefused } from '@millrace/store'
import { defineRoute, envelope } from '../http/define-route.ts'
import { writeBackup } from '../platform/backup.ts'
import type { PlatformServices } from '../platform/services.ts'

/** Backups are written one after the other, because each reads the whole database. */
let last: Promise<unknown> = Promise.resolve()

export default defineRoute({
  operation: 'createBackup',
  method: 'POST',
  path: '/system/backup',
  access: 'admin',
  summary: 'Write a backup of the database',
  description:
    'Writes a consistent copy of the database, and of the files of nodes, to the folder `backups` of the data folder while the service runs. The secret key is not copied. For a Postgres database use pg_dump.',
  tags: ['System'],
  body: BackupRequest,
  bodyOptional: true,
  reply: envelope(Backup, 'Backup written'),
  status: 201,
  errors: ['ALREADY_EXISTS'],
  example: {
    body: { name: 'before-upgrade.db' },
    reply: { file: '/var/lib/millrace/backups/before-upgrade.db', bytes: 1048576, files: null },
  },

  async handle({ body }, { config, clock }: PlatformServices) {
    const name = body?.name ?? `millrace-${new Date(clock.now()).toISOString().replaceAll(':', '-')}.db`
    const writing = last.then(() => writeBackup(config, { target: join(config.dataDir, 'backups', name) }))
    last = writing.catch(() => {})
    const { file, bytes, files } = await writing.catch(refused)
    return { file, bytes, files }
  },
})

function refused(error: unknown): never {
  if (!(error instanceof BackupRefused)) throw error
  if (error.message.endsWith('exists already.')) throw new Problem('ALREADY_EXISTS', { message: error.message })
  throw new Problem('VALIDATION_ERROR', { message: error.message })
}
