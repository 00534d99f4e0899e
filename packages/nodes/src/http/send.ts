/** One HTTP call, made again as a retry policy says. The egress policy is that of the effects. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Effects, type HttpAnswer, type HttpCall, NodeFailure } from '@millrace/model'

export interface RetryPolicy {
  /** Calls beyond the first. */
  readonly retries: number
  delayMs(retry: number): number
  /** Whether an answer with this status may be followed by a better one. */
  isPassing(status: number): boolean
}

export const NO_RETRIES: RetryPolicy = { retries: 0, delayMs: () => 0, isPassing: () => false }

interface Sending {
  readonly http: Effects['http']
  readonly signal: AbortSignal
  readonly policy?: RetryPolicy
}

/**
 * The answer to a call; the last one, where none was a success. A failure that may pass (a lost connection, for example)
 * is retried like an answer that may. The number of the call goes with it, so that the receiver recognises a repetition.
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
