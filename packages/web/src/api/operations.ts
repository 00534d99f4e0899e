/** The operations that `onApiError` of a host is told of, by the names of the interface. */
import type { ApiError } from '@millrace/client'
import { asApiError } from './api-error.ts'

export const OPERATIONS = ['loadNodes', 'loadWorkflow', 'saveWorkflow', 'loadPortConfig', 'executeWorkflow'] as const
export type Operation = (typeof OPERATIONS)[number]

/** Returning true suppresses the toast. */
export type OnApiError = (error: ApiError, operation: Operation) => boolean | undefined | void

export interface Reporter {
  readonly onApiError?: OnApiError | undefined
  /** Shows the default toast. */
  readonly toast: (text: string) => void
}

/** Tells the host of a failed call, and shows the toast unless the host took it upon itself. */
export function reportFailure(error: unknown, operation: Operation, { onApiError, toast }: Reporter): ApiError {
  const failure = asApiError(error)
  let isHandled = false
  try {
    isHandled = onApiError?.(failure, operation) === true
  } catch (thrown) {
    // A handler that fails must not hide the failure that it was called for.
    console.error('onApiError threw', thrown)
  }
  if (!isHandled) toast(failure.message)
  return failure
}

/** Runs a call and reports its failure before throwing it on. */
export async function reported<T>(call: Promise<T>, operation: Operation, reporter: Reporter): Promise<T> {
  try {
    return await call
  } catch (error) {
    throw reportFailure(error, operation, reporter)
  }
}
