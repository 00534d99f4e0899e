/** The arguments of `millrace backup FILE`. */
import { BadSetting, type Config, readConfig } from './config.ts'

export interface BackupRequest {
  readonly config: Config
  readonly target: string
  readonly overwrite: boolean
  /** Also copies the key that opens the secrets in the backup. */
  readonly withKey: boolean
}

const BACKUP_USAGE = 'Usage: millrace backup FILE [--overwrite] [--with-key] [--data-dir DIR] [--database FILE]'

/** Parses the arguments of the `backup` command; undefined if the process should run the service instead. */
export function readBackup(
  [command, target, ...rest]: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): BackupRequest | undefined {
  if (command !== 'backup') return undefined
  const config = readConfig(
    rest.filter((word) => word !== '--overwrite' && word !== '--with-key'),
    env,
  )
  if (target === undefined || target.startsWith('-') || config === 'help') throw new BadSetting(BACKUP_USAGE)
  return { config, target, overwrite: rest.includes('--overwrite'), withKey: rest.includes('--with-key') }
}
