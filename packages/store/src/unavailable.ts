/**
 * Thrown if the database cannot be read or written at all now: a full disk, a lost connection. The message is for
 * clients; the error of the driver is the `cause`.
 */

export type UnavailableReason = keyof typeof MESSAGES

const MESSAGES = {
  full: 'The disk of the database is full.',
  readOnly: 'The database is read-only.',
  busy: 'The database is locked by another process or overloaded.',
  io: 'The disk of the database reports an I/O error.',
  missing: 'The database file was removed, replaced or cannot be opened.',
  damaged: 'The database file is damaged.',
  offline: 'The database server does not answer.',
  /** Unlike `offline`: a write had been sent, and it is unknown whether the server has made it. */
  lost: 'The database connection was lost during a write.',
} as const

export class StoreUnavailable extends Error {
  readonly reason: UnavailableReason
  /** The error code of a step that fails with this. */
  readonly code = 'NOT_READY'
  readonly retryable = true
  /** For the engine: the same call may succeed later, so it retries instead of failing the execution. */
  readonly isTransient = true

  constructor(reason: UnavailableReason, cause?: unknown) {
    super(MESSAGES[reason], { cause })
    this.name = 'StoreUnavailable'
    this.reason = reason
  }
}
