/** The common form of every error response: `{success: false, error, code, details?}`. */
import { Problem } from '@millrace/model'
import { StoreUnavailable, type WriteScope } from '@millrace/store'
import type { Log } from '../platform/ports.ts'
import { problemOfFailure, WorkerFailure } from '../platform/workers/worker-failure.ts'
import { isOutcomeUnknown } from './outcome-unknown.ts'
import { JSON_TYPE, type Printed } from './print-reply.ts'

interface Refused {
  /** Id of the request. */
  readonly id: string
  readonly operation?: string | undefined
  /** Set once its handler has begun. */
  readonly writes?: WriteScope | undefined
}

/** The response for an error. Unexpected errors are logged, and the response contains only the request id. */
export function errorResponse(error: unknown, request: Refused, log: Log): Printed {
  const problem = problemOf(error, request.writes)
  const facts = { request: request.id, operation: request.operation }
  if (problem.code === 'INTERNAL_ERROR') log.error({ ...facts, err: error }, 'request failed')
  else if (error instanceof StoreUnavailable)
    log.warn({ ...facts, reason: error.reason, code: problem.code }, 'the database is unavailable')
  else if (problem.status === 401 || problem.status === 403)
    log.info({ ...facts, code: problem.code }, 'request rejected')
  return { status: problem.status, type: JSON_TYPE, body: bodyOf(problem, request.id), extras: headersOf(problem) }
}

function bodyOf(problem: Problem, requestId: string): string {
  const error =
    problem.code === 'INTERNAL_ERROR'
      ? `Internal server error. See the log entry for request ${requestId}.`
      : problem.message
  const details = problem.details.length > 0 ? { details: problem.details } : {}
  return JSON.stringify({ success: false, error, code: problem.code, ...details })
}

function headersOf(problem: Problem): Printed['extras'] {
  const headers = {
    ...(problem.code === 'UNAUTHORIZED' ? { 'www-authenticate': 'Bearer realm="millrace"' } : {}),
    ...(problem.retryAfterSeconds === undefined ? {} : { 'retry-after': String(problem.retryAfterSeconds) }),
    ...(problem.allow.length === 0 ? {} : { allow: problem.allow.join(', ') }),
    // The unread rest of the body would be parsed as the next request.
    ...(problem.code === 'PAYLOAD_TOO_LARGE' ? { connection: 'close' } : {}),
  }
  return { headers }
}

/** Long enough for a proxy to try another server first, short enough for a disk that is full only briefly. */
const RETRY_AFTER_SECONDS = 5

/** Converts any thrown value to a Problem; an unexpected one is an internal error. */
function problemOf(error: unknown, writes: WriteScope | undefined): Problem {
  if (error instanceof Problem) return error
  if (error instanceof WorkerFailure) return problemOfFailure(error)
  // Without Retry-After, and not 503: balancers repeat those.
  if (isOutcomeUnknown(error, writes)) return new Problem('OUTCOME_UNKNOWN')
  if (error instanceof StoreUnavailable) {
    return new Problem('NOT_READY', { message: error.message, retryAfterSeconds: RETRY_AFTER_SECONDS })
  }
  return new Problem('INTERNAL_ERROR')
}
