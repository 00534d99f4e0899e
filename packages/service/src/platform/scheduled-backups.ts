/**
 * Backups at an interval, with a limit of how many are kept. Each is a folder that gets its name when it is complete; the
 * names contain the time, so a restart continues with the interval. A failure is logged, counted and tried again.
 */

import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeBackup } from './backup.ts'
import { inBackupTurn } from './backup-turn.ts'
import type { Config } from './config.ts'
import { makePrivateFolder } from './copy-private.ts'
import { iso } from './iso.ts'
import type { Observation } from './observer.ts'
import type { Clock, Log } from './ports.ts'

export interface ScheduledBackupsNeeds {
  readonly config: Pick<Config, 'backupDir' | 'backupEveryHours' | 'backupKeep' | 'database' | 'dataDir' | 'secretKey'>
  readonly clock: Clock
  readonly log: Log
  readonly observation?: Observation | undefined
}

const HOUR_MS = 3_600_000
const LOOK_EVERY_MS = 60_000
const RETRY_MS = 10 * 60_000

const NAME = /^millrace-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d{3}Z)$/
const PART = '.part'

/** Looks every minute whether a backup is due; undefined if no folder is set. `stop` waits for the current backup. */
export function startScheduledBackups(needs: ScheduledBackupsNeeds): { stop(): Promise<void> } | undefined {
  if (needs.config.backupDir === undefined) return undefined
  const backups = new ScheduledBackups(needs, needs.config.backupDir)
  let current = backups.look()
  const timer = setInterval(() => {
    current = current.then(() => backups.look())
  }, LOOK_EVERY_MS)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await current
    },
  }
}

export class ScheduledBackups {
  readonly #needs: ScheduledBackupsNeeds
  readonly #folder: string
  #retryAt = 0

  constructor(needs: ScheduledBackupsNeeds, folder: string) {
    this.#needs = needs
    this.#folder = folder
  }

  /** Writes a backup if one is due. Does not throw. */
  async look(): Promise<void> {
    const { clock, config, log } = this.#needs
    const now = clock.now()
    if (now < this.#retryAt) return
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      const newest = await newestBackup(this.#folder)
      if (newest !== undefined && now - newest < config.backupEveryHours * HOUR_MS) return
      const { name, bytes } = await inBackupTurn(() => this.#write(now))
      this.#report(true, now)
      const removed = await this.#removeOld()
      log.info({ backup: join(this.#folder, name), bytes, removed }, 'backup written')
    } catch (err) {
      this.#retryAt = now + RETRY_MS
      this.#report(false, now)
      log.error({ err, folder: this.#folder }, 'the scheduled backup failed; it is tried again in 10 minutes')
    }
  }

  async #write(now: number): Promise<{ readonly name: string; readonly bytes: number }> {
    // What a killed process left.
    for (const name of await readdir(this.#folder))
      if (name.endsWith(PART) && NAME.test(name.slice(0, -PART.length)))
        await rm(join(this.#folder, name), { recursive: true, force: true })
    const name = `millrace-${iso(now).replaceAll(':', '-')}`
    const part = join(this.#folder, `${name}${PART}`)
    try {
      await makePrivateFolder(part)
      const { bytes } = await writeBackup(this.#needs.config, { target: join(part, 'millrace.db'), now })
      await rename(part, join(this.#folder, name))
      return { name, bytes }
    } finally {
      await rm(part, { recursive: true, force: true })
    }
  }

  async #removeOld(): Promise<number> {
    const old = (await completeIn(this.#folder)).slice(0, -this.#needs.config.backupKeep)
    for (const name of old) await rm(join(this.#folder, name), { recursive: true, force: true })
    return old.length
  }

  #report(isWritten: boolean, at: number): void {
    for (const observer of this.#needs.observation?.observers ?? []) observer.backupEnded?.({ isWritten, at })
  }
}

/** The time of the newest complete backup in a folder; undefined if there is none. */
export async function newestBackup(folder: string): Promise<number | undefined> {
  const newest = (await completeIn(folder)).at(-1)
  return newest === undefined ? undefined : timeOf(newest)
}

/** The names of complete backups, oldest first. */
async function completeIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => NAME.test(name)).toSorted()
}

function timeOf(name: string): number {
  return Date.parse(name.replace(NAME, '$1$2:$3:$4'))
}
