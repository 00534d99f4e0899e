/** Whether the service can serve requests: for `/health` and `/readyz`. */
import { setTimeout as wait } from 'node:timers/promises'
import { Problem } from '@millrace/model'
import { StoreUnavailable } from '@millrace/store'
import type { PlatformServices } from '../platform/services.ts'

/** A database that does not respond within this time counts as unavailable. */
const PATIENCE_MS = 2_000
const NO_ANSWER = 'The database does not respond.'

/** Throws NOT_READY with the reason if requests cannot be served. A service that stops still serves them. */
export async function requireReady({ store, lifecycle, log }: PlatformServices): Promise<void> {
  if (lifecycle.isStarting)
    throw new Problem('NOT_READY', { message: 'The service is starting.', retryAfterSeconds: 1 })
  const problem = await Promise.race([
    store.ping().then(
      () => undefined,
      (error: unknown) => {
        log.error({ err: error }, 'the database is unavailable')
        return error instanceof StoreUnavailable ? error.message : NO_ANSWER
      },
    ),
    wait(PATIENCE_MS, NO_ANSWER, { ref: false }),
  ])
  if (problem !== undefined) throw new Problem('NOT_READY', { message: problem, retryAfterSeconds: 5 })
}
