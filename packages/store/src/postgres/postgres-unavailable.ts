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

/** Converts an error of `pg` to `StoreUnavailable` if it is one; otherwise returns it unchanged. */
export function postgresError(error: unknown): unknown {
  const reason = reasonOf(error)
  return reason === undefined ? error : new StoreUnavailable(reason, error)
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
