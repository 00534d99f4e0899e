import { StoreUnavailable, type UnavailableReason } from '../unavailable.ts'

/** SQLSTATE patterns by reason; the first match counts. */
const BY_STATE: readonly (readonly [RegExp, UnavailableReason])[] = [
  [/^53100$/, 'full'],
  [/^25006$/, 'readOnly'],
  [/^(53|40|55P03|57014)/, 'busy'],
  [/^(08|57P)/, 'offline'],
  [/^58/, 'io'],
  [/^XX00[12]$/, 'damaged'],
]

/** Node.js error codes of a connection that failed or broke. */
const CONNECTION = /^(ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|ENOENT)$/

/** Messages of `pg` for a broken connection; these errors have no code. */
const CONNECTION_MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|read timeout|not queryable|connection ended/i

/** The connection was known to be broken, so the statement was not sent. */
const NOT_SENT = /not queryable/

/** The server closes the connection after an error of this severity, or ends itself. */
const CLOSING = /^(FATAL|PANIC)$/

/** SQLSTATE: the server does not know whether the statement was completed. */
const COMPLETION_UNKNOWN = '40003'

/**
 * What was under way when the error occurred. `write`: a statement that writes, or COMMIT. `nothing`: everything that
 * has no effect if the connection breaks, such as connecting, a read, or a transaction before its COMMIT.
 */
export type UnderWay = 'nothing' | 'write'

/** Converts an error of `pg` to `StoreUnavailable` if it is one; otherwise returns it unchanged. */
export function postgresError(error: unknown, underWay: UnderWay): unknown {
  if (underWay === 'write' && isLost(error)) return new StoreUnavailable('lost', error)
  const reason = reasonOf(error)
  return reason === undefined ? error : new StoreUnavailable(reason, error)
}

/** Any other error is the reply of the server that it has rolled the statement back. */
function isLost(error: unknown): boolean {
  if (!(error instanceof Error) || NOT_SENT.test(error.message)) return false
  if ('severity' in error && CLOSING.test(String(error.severity))) return true
  return reasonOf(error) === 'offline' || ('code' in error && error.code === COMPLETION_UNKNOWN)
}

function reasonOf(error: unknown): UnavailableReason | undefined {
  // A refused connection is an AggregateError with one error for each address.
  if (error instanceof AggregateError) return error.errors.some(isConnection) ? 'offline' : undefined
  if (!(error instanceof Error)) return undefined
  if (isConnection(error) || CONNECTION_MESSAGES.test(error.message)) return 'offline'
  const state = 'code' in error ? String(error.code) : ''
  return BY_STATE.find(([pattern]) => pattern.test(state))?.[1]
}

function isConnection(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CONNECTION.test(String(error.code))
}
