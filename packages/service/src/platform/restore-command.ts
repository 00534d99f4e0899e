/** `millrace restore BACKUP`: writes a backup to an empty data folder, after checking every file of it. */
import { resolve } from 'node:path'
import { isPostgres } from '@millrace/store'
import type { Command } from './command.ts'
import { usageOf } from './command-help.ts'
import { BadSetting, type Config, readArguments } from './config.ts'
import { type Restored, restoreBackup } from './restore.ts'

const FLAGS = { key: { type: 'string' }, 'without-key': { type: 'boolean' }, paused: { type: 'boolean' } } as const

export const restoreCommand: Command = {
  name: 'restore',
  usage: ['restore BACKUP --data-dir DIR [--database URL] [--key FILE] [--without-key] [--paused]'],
  summary: 'writes a backup to an empty data folder, after checking every file of it',
  help: [
    '  --data-dir DIR    the folder to write to; it must be empty or missing',
    '  --database URL    restore the database to an empty Postgres database instead of the folder',
    '  --key FILE        the copy of secret-key, if the backup was written without --with-key',
    '  --without-key     restore although the key is lost; secrets must be entered again',
    '  --paused          start nothing in the restored service until `millrace resume`',
  ],
  async run(args, { env, print }) {
    const { config, flags, words } = readArguments(args, env, FLAGS)
    const [backup, ...others] = words
    if (backup === undefined || others.length > 0) throw new BadSetting(usageOf(restoreCommand))
    if (flags.key !== undefined && flags['without-key']) throw new BadSetting('Use --key or --without-key, not both.')
    const restored = await restoreBackup({
      backup: resolve(backup),
      dataDir: config.dataDir,
      database: config.database,
      keyFile: flags.key,
      secretKey: config.secretKey,
      withoutKey: flags['without-key'] ?? false,
      paused: flags.paused ?? false,
    })
    for (const line of report(config, restored, flags.paused ?? false)) print(line)
    return 0
  },
}

function report(
  { dataDir, database }: Config,
  { manifest, key, reports }: Restored,
  isPaused: boolean,
): readonly string[] {
  const { rows, has_secrets: hasSecrets } = manifest.database
  const lines = [
    `The backup of ${manifest.created_at} is complete: all checksums fit (files: ${manifest.files.length}).`,
    `Restored to ${dataDir} (workflows: ${rows.workflows ?? 0}, executions: ${rows.executions ?? 0}).`,
  ]
  if (isPostgres(database)) {
    const copied = reports.reduce((sum, { targetRows }) => sum + targetRows, 0)
    lines.push(`The database is in Postgres: ${reports.length} tables with ${copied} rows, equal to the backup.`)
  }
  if (key === 'backup' || key === 'file') lines.push('The secret key is in the folder.')
  else if (key === 'environment') lines.push('Start the service with the same MILLRACE_SECRET_KEY.')
  else if (hasSecrets)
    lines.push(
      `The secret key is missing: create a new one (openssl rand -hex 32 > ${dataDir}/secret-key) and enter the secrets again.`,
    )
  lines.push(
    isPaused
      ? 'The service starts paused: nothing runs until an admin calls `millrace resume`.'
      : 'Executions that were in progress continue at the start. Use --paused if the original may still run.',
  )
  return lines
}
