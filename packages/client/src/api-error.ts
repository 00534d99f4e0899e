import type { ErrorCode } from './operations.gen.ts'

/** One cause of an error; `path` is a JSON pointer into the body, or the name of a parameter. */
export interface ErrorDetail {
  readonly code?: string
  readonly message?: string
  readonly path?: string
}

interface ErrorFacts {
  readonly status: number
  readonly code: string
  readonly details?: readonly ErrorDetail[]
  readonly body?: unknown
  readonly requestId?: string | undefined
  readonly retryAfterSeconds?: number | undefined
  readonly cause?: unknown
}

/** A failed request: an error response of the service, or no response. */
export class ApiError extends Error {
  /** The HTTP status; 0 if there was no reply. */
  readonly status: number
  /** A code of the service such as `STALE_VERSION`; `NETWORK_ERROR` if there was no reply; `HTTP_502` if a proxy replied. */
  readonly code: ErrorCode | 'NETWORK_ERROR' | (string & {})
  readonly details: readonly ErrorDetail[]
  /** The whole body of the reply, if it was JSON. */
  readonly body: unknown
  /** The id under which the service logs the request. */
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, { status, code, details = [], body, requestId, retryAfterSeconds, cause }: ErrorFacts) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.details = details
    this.body = body
    this.requestId = requestId
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Whether an error is an `ApiError`, and has one of the codes if any are given. */
export function isApiError(error: unknown, ...codes: readonly ErrorCode[]): error is ApiError {
  return error instanceof ApiError && (codes.length === 0 || codes.some((code) => code === error.code))
}

/** Converts an error response (status 400 or above) to an `ApiError`. */
export async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined)
  const { error, code, details } = isRecord(body) ? body : {}
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new ApiError(typeof error === 'string' ? error : `${response.status} ${response.statusText}`.trim(), {
    status: response.status,
    code: typeof code === 'string' ? code : `HTTP_${response.status}`,
    details: Array.isArray(details) ? details.filter(isRecord) : [],
    body,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
  })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
