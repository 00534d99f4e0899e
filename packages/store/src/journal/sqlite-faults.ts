/**
 * SQLite result codes that concern the whole file: no change can be written now. A full disk is not one of them, because
 * a smaller change may still fit.
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

/** Whether an error concerns the whole database and not only the change that was written. */
export function isFault(error: unknown): boolean {
  // The low byte of an extended code is the primary code.
  return error instanceof Error && 'errcode' in error && FAULTS.has(Number(error.errcode) & 0xff)
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
