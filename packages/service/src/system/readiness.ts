/** Whether the service can serve requests: for `/health` and `/readyz`. */
import { setTimeout as wait } from 'node:timers/promises'
import { Problem, type Readiness } from '@millrace/model'
import { StoreUnavailable } from '@millrace/store'
import type { PlatformServices } from '../platform/services.ts'
import type { NodeProblems } from './services.ts'

/** A database that does not respond within this time counts as unavailable. */
const PATIENCE_MS = 2_000
const NO_ANSWER = 'The database does not respond.'

/** The reply of `/readyz`. An API process is ready without Restate: it stores what it accepts, and workers start it later. */
export async function readinessOf({
  config,
  clusterState,
  catalogue: { problems },
}: PlatformServices & NodeProblems): Promise<Readiness> {
  // Not a reason to send requests elsewhere: everything else works.
  const invalid = problems.length === 0 ? {} : { invalidNodeFiles: problems.length }
  const ready = { status: 'ready', database: 'available', ...invalid } as const
  if (config.cluster === undefined || clusterState === undefined) return { ...ready, engine: 'embedded', role: 'all' }
  const isRegistered = clusterState.isRegistered()
  return {
    ...ready,
    engine: 'restate',
    role: config.cluster.role,
    restate: (await clusterState.isRestateReachable()) ? 'reachable' : 'unreachable',
    ...(isRegistered === undefined ? {} : { registration: isRegistered ? 'registered' : 'pending' }),
  }
}

/** Throws NOT_READY with the reason if requests cannot be served. A service that stops still serves them. */
export async function requireReady({ config, store, lifecycle, log }: PlatformServices): Promise<void> {
  // Other processes of a cluster, or a standby that was notified, can serve the next requests; otherwise a service is ready
  // until it closes its port.
  if (lifecycle.isLeaving || (lifecycle.isStopping && config.cluster !== undefined)) {
    throw new Problem('NOT_READY', { message: 'The service is stopping.', retryAfterSeconds: 1 })
  }
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
