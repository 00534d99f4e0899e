/**
 * What killed backups leave: the parts of a backup are written as `FILE.PID.part`, `FILE.files.PID.part` and so on, and
 * only their own process gives them their names or removes them.
 */
import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

/** What follows the name of the backup. SQLite may leave a journal next to the database. */
const PART = /^(?:\.files|\.secret-key|\.manifest\.json)?\.([1-9]\d{0,9})\.part(?:-journal)?$/

/** The most that one backup removes, so that a folder with many of them does not delay it. */
export const MAX_STALE_PARTS = 100

/**
 * Removes parts of this backup whose process no longer runs. Does not throw: a backup does not depend on it. A process
 * with the number of an ended one keeps its parts until it ends as well.
 */
export async function removeStaleParts(target: string): Promise<void> {
  const folder = dirname(resolve(target))
  const names = await readdir(folder).catch(() => [])
  const stale = names.filter((name) => isStale(name, basename(target))).slice(0, MAX_STALE_PARTS)
  for (const name of stale) await rm(join(folder, name), { recursive: true, force: true }).catch(() => {})
}

function isStale(name: string, target: string): boolean {
  const pid = name.startsWith(target) ? PART.exec(name.slice(target.length))?.[1] : undefined
  return pid !== undefined && hasEnded(Number(pid))
}

function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    // A process of another user cannot be signalled, but runs.
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
