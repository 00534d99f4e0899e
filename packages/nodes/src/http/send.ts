/** An HTTP call with retries. The effects apply the egress policy. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Effects, type HttpAnswer, type HttpCall, NodeFailure } from '@millrace/model'

export interface RetryPolicy {
  /** Calls after the first. */
  readonly retries: number
  delayMs(retry: number): number
  /** True if the status may be temporary. */
  isPassing(status: number): boolean
}

export const NO_RETRIES: RetryPolicy = { retries: 0, delayMs: () => 0, isPassing: () => false }

interface Sending {
  readonly http: Effects['http']
  readonly signal: AbortSignal
  readonly policy?: RetryPolicy
}

/**
 * Returns the response, or the last one if none succeeded. A retryable failure, such as a lost connection, is retried
 * like a temporary status. The attempt number is sent along, so that the receiver can detect a repetition.
 */
export async function sendHttp(call: HttpCall, { http, signal, policy = NO_RETRIES }: Sending): Promise<HttpAnswer> {
  for (let retry = 0; ; retry++) {
    const isLast = retry >= policy.retries
    const numbered =
      policy.retries === 0 ? call : { ...call, headers: { 'x-attempt': String(retry + 1), ...call.headers } }
    try {
      const answer = await http(numbered)
      if (isLast || !policy.isPassing(answer.status)) return answer
    } catch (error) {
      const mayPass = error instanceof NodeFailure && error.retryable
      if (isLast || signal.aborted || !mayPass) throw error
    }
    await sleep(policy.delayMs(retry), undefined, { signal })
  }
}
