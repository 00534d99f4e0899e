import { Problem } from '@millrace/model'

const RETRY_AFTER_SECONDS = 5
const TAKEN =
  'A worker has received the request but has not answered. It may still take effect: look at the execution before you try again.'

/** No worker has answered a call. Without `taken` the call was withdrawn and takes no effect later. */
export class NoWorker extends Problem {
  readonly isTransient = true

  constructor(state: 'withdrawn' | 'taken' = 'withdrawn') {
    super('NO_WORKER', { retryAfterSeconds: RETRY_AFTER_SECONDS, ...(state === 'taken' ? { message: TAKEN } : {}) })
  }
}
