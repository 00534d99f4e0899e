import { Problem } from '@millrace/model'
import { mayHaveWritten, type WriteScope } from '@millrace/store'

/** Whether a request that failed with this error may have taken effect; the reply is `OUTCOME_UNKNOWN` then. */
export function isOutcomeUnknown(error: unknown, writes: WriteScope | undefined): boolean {
  if (error instanceof Problem) return error.code === 'OUTCOME_UNKNOWN'
  return writes !== undefined && mayHaveWritten(error, writes)
}
