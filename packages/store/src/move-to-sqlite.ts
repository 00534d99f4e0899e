import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { lockDatabase } from './lock-database.ts'
import type { TableReport } from './move/compare.ts'
import type { CopyToSqlite } from './move/copy-to-sqlite.ts'

type MoveToSqlite = Pick<CopyToSqlite, 'source' | 'target' | 'onBatch' | 'onResume' | 'limits'>

const NAME = 'millrace migrate'

/** What a copy is called until it is complete. */
const UNFINISHED_SUFFIX = '.unfinished'

/**
 * Copies a Postgres database to a new SQLite file; locks the source, so that no service uses it meanwhile. The file gets
 * its name when the copy is complete and equal to its source.
 */
export function moveToSqlite(options: MoveToSqlite): Promise<readonly TableReport[]> {
  return whileLocked(options, async () => {
    const { copyToSqlite } = await import('./move/copy-to-sqlite.ts')
    const part = `${options.target}${UNFINISHED_SUFFIX}`
    const reports = await copyToSqlite({ ...options, target: part, name: NAME, isTemporary: false })
    if (reports.every(({ difference }) => difference === undefined)) await rename(part, options.target)
    return reports
  })
}

/** The number of rows that `moveToSqlite` would copy, by table. */
export function planMoveToSqlite(
  options: Pick<MoveToSqlite, 'source' | 'target'>,
): Promise<ReadonlyMap<string, number>> {
  return whileLocked(options, async () => (await import('./move/copy-to-sqlite.ts')).planCopy(options.source, NAME))
}

async function whileLocked<T>(
  { source, target }: Pick<MoveToSqlite, 'source' | 'target'>,
  work: () => Promise<T>,
): Promise<T> {
  if (existsSync(target)) throw new Error(`${target} exists already: move it away, or copy to another folder.`)
  // The copy has its own connection and ends with an error if it loses that; there is nothing to stop here.
  const lock = await lockDatabase(source, { onTaken: () => {}, timeoutMs: 0 })
  return work().finally(() => lock.release())
}
