/** Operation names that are passed to `onApiError` of the host. */
import type { ApiError } from '@millrace/client'
import { asApiError } from './api-error.ts'

export const OPERATIONS = ['loadNodes', 'loadWorkflow', 'saveWorkflow', 'loadPortConfig', 'executeWorkflow'] as const
export type Operation = (typeof OPERATIONS)[number]

/** Return true to suppress the toast. */
export type OnApiError = (error: ApiError, operation: Operation) => boolean | undefined | void

export interface Reporter {
  readonly onApiError?: OnApiError | undefined
  /** Shows the default toast. */
  readonly toast: (text: string) => void
}

/** Calls `onApiError` for a failed call, and shows the toast unless the handler suppresses it. */
export function reportFailure(error: unknown, operation: Operation, { onApiError, toast }: Reporter): ApiError {
  const failure = asApiError(error)
  let isHandled = false
  try {
    isHandled = onApiError?.(failure, operation) === true
  } catch (thrown) {
    // An error in the handler must not hide the original error.
    console.error('onApiError threw', thrown)
  }
  if (!isHandled) toast(failure.message)
  return failure
}

/** Awaits a call; reports its error before rethrowing it. */
export async function reported<T>(call: Promise<T>, operation: Operation, reporter: Reporter): Promise<T> {
  try {
    return await call
  } catch (error) {
    throw reportFailure(error, operation, reporter)
  }
}
