/**
 * Result codes of SQLite that speak of the file as a whole: nothing can be written now, whatever it is. Not a full disk,
 * where a smaller change may still find room.
 */
const FAULTS = new Set([
  5, // BUSY
  6, // LOCKED
  7, // NOMEM
  8, // READONLY
  10, // IOERR
  11, // CORRUPT
  14, // CANTOPEN
  15, // PROTOCOL
  26, // NOTADB
])

/** Whether an error concerns the whole database and not only what was being written. */
export function isFault(error: unknown): boolean {
  // The low byte of the extended code is the plain one.
  return error instanceof Error && 'errcode' in error && FAULTS.has(Number(error.errcode) & 0xff)
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
