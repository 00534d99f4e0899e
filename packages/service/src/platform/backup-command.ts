/** `millrace backup FILE`: writes a backup, whether or not the service is running. */
import { BackupRefused } from '@millrace/store'
import { writeBackup } from './backup.ts'
import type { Command } from './command.ts'
import { usageOf } from './command-help.ts'
import { BadSetting, readArguments } from './config.ts'

const FLAGS = { overwrite: { type: 'boolean' }, 'with-key': { type: 'boolean' } } as const

export const backupCommand: Command = {
  name: 'backup',
  usage: ['backup FILE [--overwrite] [--with-key] [--data-dir DIR] [--database FILE|URL]'],
  summary: 'writes a copy of the database and the files of nodes',
  help: [
    '  --overwrite    replace an existing backup',
    '  --with-key     also copy the key that decrypts the secrets in the backup',
  ],
  async run(args, { env, print, now }) {
    const { config, flags, words } = readArguments(args, env, FLAGS)
    const [target, ...others] = words
    if (target === undefined || others.length > 0) throw new BadSetting(usageOf(backupCommand))
    const request = {
      target,
      overwrite: flags.overwrite ?? false,
      withKey: flags['with-key'] ?? false,
      now: now(),
    }
    const { file, bytes, files, key, manifest } = await writeBackup(config, request).catch(withAdvice)
    print(`${file}: the database, ${bytes} bytes`)
    print(`${manifest}: sizes and checksums, which a restore verifies`)
    if (files !== null) print(`${files}: the files of nodes`)
    if (key !== null) print(`${key}: the key that decrypts its secrets; store it separately from the database`)
    else if (config.secretKey === undefined)
      print(`The secret key is not included: keep a copy of ${config.dataDir}/secret-key, or use --with-key`)
    return 0
  },
}

function withAdvice(error: unknown): never {
  if (!(error instanceof BackupRefused) || !error.message.endsWith('exists already.')) throw error
  throw new BackupRefused(`${error.message} Use another name, or --overwrite to replace it.`)
}
