/** One attempt of a step: its time limit, and the conversion of thrown values to failures. */
import { isObject, jsonSize } from '@millrace/model'
import type { Failure } from '../core/events.ts'
import type { Clock, Outcome, Runner, Task } from '../ports.ts'

/** The process stopped while the step ran, and the step must not run twice. */
export const CUT_OFF: Failure = {
  code: 'INTERRUPTED_BY_CRASH',
  message: 'The service stopped while this node ran, and running it twice may do harm.',
}

/** The result of the step could not be written, and the step must not run twice. */
export const UNRECORDED: Failure = {
  code: 'INTERRUPTED_BY_CRASH',
  message: 'The result of this node could not be recorded, and running it twice may do harm.',
}

/** The outcome of a task whose node may throw. */
export function attempt(runner: Pick<Runner, 'run'>, task: Task): Outcome | Promise<Outcome> {
  try {
    return runner.run(task)
  } catch (error) {
    return { failure: failureOf(error) }
  }
}

interface Limited {
  readonly outcome: Promise<Outcome>
  readonly limitMs: number | undefined
  readonly abort: Pick<AbortController, 'abort'>
}

/** The outcome of an attempt, or its timeout. Never rejects. */
export function limited(clock: Clock, { outcome, limitMs, abort }: Limited): Promise<Outcome> {
  const settled = outcome.catch((error: unknown): Outcome => ({ failure: failureOf(error) }))
  if (limitMs === undefined) return settled
  return new Promise((resolve) => {
    const cancel = clock.at(clock.now() + limitMs, () => {
      abort.abort()
      resolve({ failure: { code: 'TIMED_OUT', message: `The node took longer than ${limitMs} ms.`, retryable: true } })
    })
    void settled.then((result) => {
      cancel()
      resolve(result)
    })
  })
}

/** Converts a thrown value to a failure. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { code: 'FAILED', message: 'The node failed.' }
  const { code, retryable, retryAfterMs, details } = error as Error & Partial<Record<keyof Failure, unknown>>
  return {
    code: typeof code === 'string' ? code : 'FAILED',
    message: error.message,
    ...(retryable === true ? { retryable: true } : {}),
    ...(typeof retryAfterMs === 'number' && retryAfterMs > 0 ? { retryAfterMs } : {}),
    ...(isObject(details) && jsonSize(details, MAX_DETAILS) <= MAX_DETAILS ? { details } : {}),
  }
}

/** Characters of the details of a failure; larger ones are left out of the journal. */
const MAX_DETAILS = 64 * 1024
