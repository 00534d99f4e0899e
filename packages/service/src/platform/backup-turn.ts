/** Backups of this process are written one after the other, because each reads the whole database. */
let last: Promise<unknown> = Promise.resolve()

export function inBackupTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work)
  last = turn.catch(() => {})
  return turn
}
