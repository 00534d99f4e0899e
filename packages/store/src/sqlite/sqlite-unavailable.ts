import { StoreUnavailable, type UnavailableReason } from '../unavailable.ts'

/** SQLite result codes by reason. The low byte of an extended code is the primary code. */
const REASONS: Readonly<Record<number, UnavailableReason>> = {
  5: 'busy', // BUSY
  6: 'busy', // LOCKED
  8: 'readOnly', // READONLY
  10: 'io', // IOERR
  11: 'damaged', // CORRUPT
  13: 'full', // FULL
  14: 'missing', // CANTOPEN
  15: 'busy', // PROTOCOL
  26: 'damaged', // NOTADB
}

/** READONLY_DBMOVED: the file was renamed or deleted while it was open. */
const DB_MOVED = 1032

/** Converts an error of `node:sqlite` to `StoreUnavailable` if it is one; otherwise returns it unchanged. */
export function sqliteError(error: unknown): unknown {
  if (!(error instanceof Error) || !('errcode' in error)) return error
  const code = Number(error.errcode)
  const reason = code === DB_MOVED ? 'missing' : REASONS[code & 0xff]
  return reason === undefined ? error : new StoreUnavailable(reason, error)
}
