import type { Clock, Outcome } from '../ports.ts'
import { failureOf } from './attempt.ts'

interface Attempt {
  readonly outcome: Promise<Outcome>
  /** Milliseconds. */
  readonly limit: number | undefined
  readonly abort: AbortController | undefined
}

/** The result of an attempt, or its time-out; whatever it throws is a failure. */
export function boundedBy(clock: Clock, { outcome, limit, abort }: Attempt): Promise<Outcome> {
  const settled = outcome.catch((error: unknown): Outcome => ({ failure: failureOf(error) }))
  if (limit === undefined) return settled
  return new Promise((resolve) => {
    const cancel = clock.at(clock.now() + limit, () => {
      abort?.abort()
      resolve({ failure: { code: 'TIMED_OUT', message: `The node took longer than ${limit} ms.`, retryable: true } })
    })
    void settled.then((result) => {
      cancel()
      resolve(result)
    })
  })
}
