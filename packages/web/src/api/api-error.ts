import { ApiError } from '@millrace/client'

/** Converts any thrown value to an error that can be shown. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return new ApiError(error instanceof Error ? error.message : String(error), { status: 0, code: 'CLIENT_ERROR' })
}
