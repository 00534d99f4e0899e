/** Checks of the data folder, its disk and the folder of scheduled backups. They read and change nothing. */
import { access, constants, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Config } from '../config.ts'
import { openToOthers } from '../private-data.ts'
import { newestBackup } from '../scheduled-backups.ts'
import { type Check, checkOf, failed, ok, warning } from './check.ts'

const MIB = 1024 * 1024
const FEW_BYTES = 1024 * MIB
const TOO_FEW_BYTES = 100 * MIB
const HOUR_MS = 3_600_000
const SHOWN_PATHS = 3

type Paths = Pick<Config, 'dataDir' | 'database'>

export function dataFolderCheck({ dataDir, database }: Paths): Promise<Check> {
  return checkOf('data folder', 'Run this command as the user of the service.', async () => {
    const found = await stat(dataDir).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    if (found === undefined)
      return failed(`${dataDir} does not exist.`, 'Name the folder with --data-dir, or start the service to create it.')
    if (!found.isDirectory()) return failed(`${dataDir} is not a folder.`, 'Name the folder with --data-dir.')
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    const open = await openToOthers({ dataDir, database })
    if (open.length === 0) return ok(`${dataDir} is writable, and only its owner has access.`)
    const shown = `${open.slice(0, SHOWN_PATHS).join(', ')}${open.length > SHOWN_PATHS ? ', …' : ''}`
    return warning(`Other users have access to ${shown}.`, `Run: chmod -R go= ${dataDir}`)
  })
}

export function diskCheck({ dataDir }: Pick<Paths, 'dataDir'>): Promise<Check> {
  return checkOf('disk space', 'Check the disk of the data folder.', async () => {
    const { bavail, bsize } = await statfs(await existing(dataDir))
    return spaceResult(bavail * bsize)
  })
}

/** The verdict on the free bytes of a disk. */
export function spaceResult(bytes: number): Omit<Check, 'name'> {
  const message = `${Math.floor(bytes / MIB)} MiB are free.`
  if (bytes < TOO_FEW_BYTES) return failed(message, 'Free some space, or move the data folder to a larger disk.')
  if (bytes < FEW_BYTES) return warning(message, 'Free some space before the service cannot write any more.')
  return ok(message)
}

/** The folder itself, or the nearest one above it that exists. */
async function existing(folder: string): Promise<string> {
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  )
  return isThere || dirname(folder) === folder ? folder : existing(dirname(folder))
}

/** Undefined if the service writes no backups itself. */
export function backupCheck(
  { backupDir, backupEveryHours }: Pick<Config, 'backupDir' | 'backupEveryHours'>,
  now: number,
): Promise<Check> | undefined {
  if (backupDir === undefined) return undefined
  return checkOf('backup', 'Check --backup-dir and the user of the service.', async () => {
    const newest = await newestBackup(backupDir).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    if (newest === undefined)
      return warning(`${backupDir} does not contain a backup.`, 'Start the service, which writes the first one.')
    const hours = Math.floor((now - newest) / HOUR_MS)
    const message = `The newest backup is ${hours} hours old; one is due every ${backupEveryHours} hours.`
    // Twice the interval: a backup may be under way, or be tried again.
    if (hours < 2 * backupEveryHours) return ok(message)
    return failed(message, 'Check that the service runs, and look for "backup failed" in its log.')
  })
}
