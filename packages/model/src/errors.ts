/**
 * The registry of error codes: status and message of every error response.
 * `docs/reference/errors.md` is tested against it, and a route may only respond with codes that it declares.
 */
export const ERRORS = {
  VALIDATION_ERROR: { status: 422, sentence: 'The content of the request is invalid.' },
  UNAUTHORIZED: { status: 401, sentence: 'A valid credential is needed.' },
  FORBIDDEN: { status: 403, sentence: 'The credential is valid but does not allow this.' },
  NOT_FOUND: { status: 404, sentence: 'The requested resource does not exist.' },
  METHOD_NOT_ALLOWED: { status: 405, sentence: 'The path does not support this method.' },
  STALE_VERSION: { status: 409, sentence: 'The workflow was changed by someone else in the meantime.' },
  STALE_DRAFT: { status: 409, sentence: 'The draft was changed or deleted in another window in the meantime.' },
  TOO_MANY_DRAFTS: { status: 409, sentence: 'You have too many drafts; save or discard some of them.' },
  NOT_PUBLISHED: { status: 409, sentence: 'The workflow has no published version.' },
  WORKFLOW_INACTIVE: { status: 409, sentence: 'The workflow is deactivated.' },
  EXECUTION_OVER: { status: 409, sentence: 'The execution has finished or is already running.' },
  VALUES_NOT_KEPT: { status: 409, sentence: 'The values of the execution were not kept.' },
  SESSION_BUSY: { status: 409, sentence: 'An earlier message of the session is not complete yet.' },
  INTERRUPT_CLOSED: { status: 409, sentence: 'The question has been answered, dismissed, or has expired.' },
  NOT_CANCELLABLE: { status: 409, sentence: 'This question cannot be dismissed.' },
  ALREADY_ANSWERED: { status: 409, sentence: 'You have already answered; other answers are pending.' },
  PROJECT_NOT_EMPTY: { status: 409, sentence: 'The project still has workflows or credentials.' },
  ALREADY_EXISTS: { status: 409, sentence: 'The id is already taken.' },
  PAYLOAD_TOO_LARGE: { status: 413, sentence: 'The body is larger than this service accepts.' },
  TOO_EXPENSIVE: { status: 422, sentence: 'The request needs more CPU time or memory than the service allows.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, sentence: 'The operation does not accept the media type of the body.' },
  RATE_LIMITED: { status: 429, sentence: 'Too many requests; try again later.' },
  TOO_MANY_EXECUTIONS: { status: 429, sentence: 'Too many executions are queued; try again later.' },
  INTERNAL_ERROR: { status: 500, sentence: 'Internal server error. See the log entry for this request id.' },
  OUTCOME_UNKNOWN: {
    status: 500,
    sentence: 'The request may have taken effect; check before you repeat it.',
  },
  UPSTREAM_FAILED: { status: 502, sentence: 'A service that this one depends on fails or cannot be reached.' },
  NOT_READY: { status: 503, sentence: 'The service is starting, stopping, or its database is unavailable.' },
  NO_WORKER: { status: 503, sentence: 'No worker answered. Nothing was changed; try again when one runs.' },
} as const satisfies Record<string, { status: number; sentence: string }>

export type ErrorCode = keyof typeof ERRORS

/** One reason of an error; `path` is a JSON pointer into the body, or names the parameter. */
export interface ErrorDetail {
  readonly code: string
  readonly message: string
  readonly path: string
}

export interface ProblemFacts {
  /** Replaces the message of the registry with a more specific one. */
  readonly message?: string
  readonly details?: readonly ErrorDetail[]
  /** Only for VALIDATION_ERROR: 400 if the request could not be parsed, 422 (the default) if its content is invalid. */
  readonly status?: 400
  readonly retryAfterSeconds?: number
  /** Only for METHOD_NOT_ALLOWED: the allowed methods. */
  readonly allow?: readonly string[]
}

/** An expected failure. Any other thrown error is a bug and becomes a 500. */
export class Problem extends Error {
  readonly code: ErrorCode
  readonly details: readonly ErrorDetail[]
  readonly status: number
  readonly retryAfterSeconds: number | undefined
  readonly allow: readonly string[]

  constructor(code: ErrorCode, facts: ProblemFacts = {}) {
    super(facts.message ?? ERRORS[code].sentence)
    this.name = 'Problem'
    this.code = code
    this.details = facts.details ?? []
    this.status = facts.status ?? ERRORS[code].status
    this.retryAfterSeconds = facts.retryAfterSeconds
    this.allow = facts.allow ?? []
  }
}
