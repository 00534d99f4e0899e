/** What goes wrong with steps, and what anything that was thrown amounts to. */
import type { Failure } from '../core/events.ts'
import type { Outcome } from '../ports.ts'

/** Of a step that a crash cut off and that may not run twice. */
export const CUT_OFF: Failure = {
  code: 'INTERRUPTED_BY_CRASH',
  message: 'The service stopped while this node ran, and running it twice may do harm.',
}

/** Of a step whose result the journal did not take, though the process lived, and that may not run twice. */
export const UNRECORDED: Failure = {
  code: 'INTERRUPTED_BY_CRASH',
  message: 'The result of this node could not be recorded, and running it twice may do harm.',
}

/** The outcome of running something that may throw. */
export function attempt(run: () => Outcome | Promise<Outcome>): Outcome | Promise<Outcome> {
  try {
    return run()
  } catch (error) {
    return { failure: failureOf(error) }
  }
}

/** What anything that was thrown amounts to. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { code: 'FAILED', message: 'The node failed.' }
  const { code, retryable, retryAfterMs } = error as Error & Partial<Record<keyof Failure, unknown>>
  return {
    code: typeof code === 'string' ? code : 'FAILED',
    message: error.message,
    ...(retryable === true ? { retryable: true } : {}),
    ...(typeof retryAfterMs === 'number' && retryAfterMs > 0 ? { retryAfterMs } : {}),
  }
}
