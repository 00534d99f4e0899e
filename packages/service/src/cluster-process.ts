/**
 * This process in a cluster: the engine that shares executions with other processes, and, in a worker, the endpoint for
 * Restate and its registration. Loaded only with `--engine restate`.
 */
import {
  ClusterEngine,
  RestateHealth,
  registerDeployment,
  resumeStuck,
  StuckExecutions,
  startWorkerEndpoint,
} from '@millrace/cluster'
import type { EngineNeeds } from '@millrace/engine'
import type { Store } from '@millrace/store'
import { SANDBOX_PROCESSES } from './effects/sandbox/sandbox.ts'
import type { ClusterConfig } from './platform/cluster-config.ts'
import type { Observation } from './platform/observer.ts'
import type { Clock, ClusterState, Ids, Log } from './platform/ports.ts'
import { VERSION } from './platform/version.ts'

export interface ClusterNeeds {
  readonly config: ClusterConfig
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly observation?: Observation | undefined
}

export class ClusterProcess implements ClusterState {
  readonly stuck: StuckExecutions
  readonly #needs: ClusterNeeds
  readonly #health: RestateHealth
  readonly #closing = new AbortController()
  #engine: ClusterEngine | undefined
  #endpoint: { close(): Promise<void> } | undefined
  #isRegistered = false
  #isRegistering = false

  constructor(needs: ClusterNeeds) {
    this.#needs = needs
    const { config, clock, log } = needs
    const { admin } = config
    const now = () => clock.now()
    this.#health = new RestateHealth({ admin, now })
    const onFailure = (err: unknown) => log.warn({ err }, 'Restate could not be asked for stuck executions')
    this.stuck = new StuckExecutions({ admin, now, onFailure })
  }

  get isWorker(): boolean {
    return this.#needs.config.role !== 'api'
  }

  isRestateReachable(): Promise<boolean> {
    return this.#health.isReachable()
  }

  isRegistered(): boolean | undefined {
    return this.isWorker ? this.#isRegistered : undefined
  }

  /** Called once. */
  createEngine(engineNeeds: EngineNeeds): ClusterEngine {
    const { config, store, ids, log, observation } = this.#needs
    if (store.cluster === undefined) throw new Error('The store was not opened for a cluster.')
    this.#engine = new ClusterEngine({
      ...engineNeeds,
      cluster: store.cluster,
      ingress: config.ingress,
      isWorker: this.isWorker,
      newId: () => ids.uuid(),
      heavySlots: SANDBOX_PROCESSES,
      version: VERSION,
      onMoved(direction) {
        for (const observer of observation?.observers ?? []) observer.stepMoved?.(direction)
      },
      onUnreachable: (err) => {
        log.warn({ err }, 'Restate did not accept a request; it is sent again later')
        // Restate has lost its data, and with it the registration of the workers.
        if (isNotFound(err)) void this.#register()
      },
    })
    return this.#engine
  }

  /** A worker starts to accept requests of Restate, and registers as soon as Restate responds. */
  async begin(): Promise<void> {
    if (!this.isWorker || this.#engine === undefined) return
    const { config, clock, log } = this.#needs
    const { host, port } = config.address
    this.#endpoint = await startWorkerEndpoint({
      engine: this.#engine,
      address: `${host.includes(':') ? `[${host}]` : host}:${port}`,
      identityKey: config.identityKey,
      version: VERSION,
      now: () => clock.now(),
      log: (level, message) => log[level]({}, message),
    })
    void this.#register()
  }

  async #register(): Promise<void> {
    if (this.#isRegistering || this.#endpoint === undefined) return
    this.#isRegistering = true
    this.#isRegistered = false
    await this.#untilRegistered()
    this.#isRegistering = false
  }

  async #untilRegistered(): Promise<void> {
    const { config, log } = this.#needs
    const { signal } = this.#closing
    let isLogged = false
    const onFailure = (err: unknown) => {
      if (!isLogged) log.warn({ err }, 'the workers could not be registered with Restate; trying again')
      isLogged = true
    }
    await registerDeployment({ admin: config.admin, url: config.url, version: VERSION, signal, onFailure })
    if (signal.aborted) return
    this.#isRegistered = true
    log.info({ url: config.url, version: VERSION }, 'registered with Restate')
    void this.#resumeStuck()
  }

  /** Continues what got stuck while no worker was there. */
  async #resumeStuck(): Promise<void> {
    const { config, log } = this.#needs
    const onFailure = (err: unknown) => log.warn({ err }, 'stuck executions could not be resumed; trying again')
    const count = await resumeStuck({ admin: config.admin, signal: this.#closing.signal, onFailure })
    if (count > 0) log.info({ count }, 'resumed executions that were stuck')
  }

  /** Closes the connections of Restate, which sends its open requests to other workers. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#endpoint?.close()
  }
}

/** True if Restate has no such service. */
function isNotFound(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === 404
}
