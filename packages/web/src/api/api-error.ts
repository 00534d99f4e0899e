/** What went wrong with a request, in the form that handlers of a host get. */
export interface ErrorDetail {
  readonly code?: string
  readonly message?: string
  readonly path?: string
}

export class ApiError extends Error {
  /** The HTTP status; 0 when no answer came. */
  readonly status: number
  /** The code of the service, such as `STALE_VERSION`; `NETWORK_ERROR` when no answer came. */
  readonly code: string
  readonly details: readonly ErrorDetail[]

  constructor(
    message: string,
    { status, code, details = [] }: { status: number; code: string; details?: readonly ErrorDetail[] },
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.details = details
  }
}

/** Any thrown thing as an error that can be shown. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return new ApiError(error instanceof Error ? error.message : String(error), { status: 0, code: 'CLIENT_ERROR' })
}
