import { Problem } from '@millrace/model'

const RETRY_AFTER_SECONDS = 5
const TAKEN =
  'A worker has received the request but has not answered. It may still take effect: look at the execution before you try again.'

/**
 * No worker has answered a call. A call that was withdrawn takes no effect later and may be repeated; one that a worker
 * has taken may still take effect, so it has a code that balancers do not repeat.
 */
export class NoWorker extends Problem {
  readonly isTransient = true

  constructor(state: 'withdrawn' | 'taken' = 'withdrawn') {
    if (state === 'taken') super('OUTCOME_UNKNOWN', { message: TAKEN })
    else super('NO_WORKER', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  }
}
