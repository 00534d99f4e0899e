import { isPostgres, lockDatabase } from './lock-database.ts'
import type { TableReport } from './move/compare.ts'
import type { MoveOptions } from './move/move-database.ts'

export type { TableReport } from './move/compare.ts'

/** Copies a SQLite database to an empty Postgres database; locks both, so that no service uses them meanwhile. */
export function moveToPostgres(options: MoveOptions): Promise<readonly TableReport[]> {
  return whileLocked(options, async () => (await import('./move/move-database.ts')).moveDatabase(options))
}

/** The number of rows that `moveToPostgres` would copy, by table. */
export function planMoveToPostgres(
  options: Pick<MoveOptions, 'source' | 'target'>,
): Promise<ReadonlyMap<string, number>> {
  return whileLocked(options, async () => (await import('./move/move-database.ts')).planMove(options))
}

async function whileLocked<T>(
  { source, target }: Pick<MoveOptions, 'source' | 'target'>,
  work: () => Promise<T>,
): Promise<T> {
  if (!isPostgres(target)) throw new Error('The target must be a Postgres database: postgres://…')
  // The move has its own connections and ends with an error if it loses them; there is nothing to stop here.
  const onTaken = () => {}
  const sourceLock = await lockDatabase(source, { onTaken })
  try {
    const targetLock = await lockDatabase(target, { onTaken, timeoutMs: 0 })
    return await work().finally(() => targetLock.release())
  } finally {
    await sourceLock.release()
  }
}
