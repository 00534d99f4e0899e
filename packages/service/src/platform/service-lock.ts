/** The two locks of a service: its data folder and its database. Processes of a cluster share both. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type DatabaseLock, lockDatabase, lockFolder, waitForFolder } from '@millrace/store'
import { BadSetting, type Config } from './config.ts'

type DatabaseLockOptions = Parameters<typeof lockDatabase>[1]

export interface LockOptions extends DatabaseLockOptions {
  /** Called when a standby takes over. */
  readonly onLocked?: () => void
}

/** How long the previous service may take to close after it released the database, if both use one data folder. */
const FOLDER_TIMEOUT_MS = 30_000

export interface ServiceLock {
  /** Announces the release to a standby; true when the standby keeps requests until it has taken over. */
  handOver(): Promise<boolean>
  release(): Promise<void>
}

/** Takes both locks. A standby waits for the database, and then for the folder, which both services may share. */
export async function lockForService(
  config: Pick<Config, 'dataDir' | 'database' | 'standby' | 'secretKey' | 'cluster'>,
  options: LockOptions,
): Promise<ServiceLock> {
  if (!config.standby) {
    const mode = config.cluster === undefined ? 'exclusive' : 'shared'
    const folder = lockFolder(config.dataDir, mode)
    const database = await lockDatabase(config.database, { mode, ...options }).catch((error: unknown) => {
      folder.release()
      throw error
    })
    return locked(database, folder)
  }
  const onWait = (holder: string | undefined, isLeaving: boolean) => {
    requireSameKey(config)
    options.onWait?.(holder, isLeaving)
  }
  const database = await lockDatabase(config.database, { ...options, isStandby: true, onWait })
  try {
    options.onLocked?.()
    const folder = await waitForFolder(config.dataDir, FOLDER_TIMEOUT_MS)
    return locked(database, folder)
  } catch (error) {
    await database.release()
    throw error
  }
}

function locked(database: DatabaseLock, folder: { release(): void }): ServiceLock {
  return {
    handOver: () => database.handOver(),
    release: () => database.release().finally(() => folder.release()),
  }
}

/** Fails before the takeover: a standby without the key of the other service could not decrypt its secrets. */
function requireSameKey({ dataDir, secretKey }: Pick<Config, 'dataDir' | 'secretKey'>): void {
  if (secretKey !== undefined || existsSync(join(dataDir, 'secret-key'))) return
  throw new BadSetting(
    `A standby needs the secret key of the service that it replaces: set MILLRACE_SECRET_KEY for both, or copy secret-key to ${dataDir}.`,
  )
}
