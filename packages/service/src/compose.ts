/**
 * The composition root: creates every service once, in the order of the dependencies. The system clock, ids and
 * randomness are used only here. `close` closes everything that was opened here, in reverse order.
 */
import * as crypto from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { ExecutionEngine, Written } from '@millrace/engine'
import { openStore } from '@millrace/store'
import { createAgentSpecServices, createFlowRegistry } from './agentspec/create-services.ts'
import { createAssistantServices } from './assistant/create-services.ts'
import { type Background, startBackground } from './background.ts'
import { loadCatalogue } from './catalogue/catalogue.ts'
import { watchNodes } from './catalogue/watch-nodes.ts'
import type { ClusterNeeds, ClusterProcess } from './cluster-process.ts'
import { createCredentialServices } from './credentials/create-services.ts'
import { webhookSecrets } from './credentials/webhook-secrets.ts'
import { createServiceEffects } from './effects/create-services.ts'
import { modelEnvironment } from './effects/models/model-settings.ts'
import { loadProvider } from './effects/models/sdk.ts'
import type { SandboxLoad } from './effects/sandbox/sandbox.ts'
import { createExecutionServices, type ExecutionCluster } from './executions/create-services.ts'
import { ensureAdminToken } from './identity/admin-token.ts'
import { createIdentity } from './identity/create-services.ts'
import { createModelConnections } from './models/create-services.ts'
import { createModelNames } from './models/model-names.ts'
import { preloadProviders } from './models/preload-providers.ts'
import { createNotificationServices } from './notifications/create-services.ts'
import type { Dispatcher } from './notifications/dispatcher.ts'
import { commitTimer, openObservation } from './observe.ts'
import { createPeopleServices } from './people/create-services.ts'
import { requireSharedKey } from './platform/cluster-key.ts'
import { BadSetting, type Config } from './platform/config.ts'
import { createPlatform, type PlatformParts } from './platform/create-services.ts'
import { keysInFolder } from './platform/key-file.ts'
import { clearPaused, readPaused } from './platform/pause.ts'
import type { Clock, Ids, Log, Random, ServedCatalogue } from './platform/ports.ts'
import { tightenDataFolder } from './platform/private-data.ts'
import { servesApi } from './platform/roles.ts'
import { type LockOptions, lockForService } from './platform/service-lock.ts'
import { storageReports } from './platform/storage-reports.ts'
import type { Conversations } from './playground/conversations.ts'
import { createPlaygroundServices } from './playground/create-services.ts'
import { loadRoutes } from './routes.ts'
import type { Services } from './services.ts'
import { createTriggerServices } from './triggers/create-services.ts'
import type { Schedules } from './triggers/schedules.ts'
import { triggerWarning } from './triggers/trigger-warning.ts'
import { createUsageServices } from './usage/create-services.ts'
import { WORKER_PROGRAM } from './worker-program.ts'
import { createWorkflowServices } from './workflows/create-services.ts'

export const systemClock: Clock = { now: () => Date.now() }
/** Time-ordered where Node supports it: ids that are created together are adjacent in every index. */
const newUuid: () => string = (crypto as Partial<typeof crypto>).randomUUIDv7 ?? crypto.randomUUID
export const systemIds: Ids = { uuid: () => newUuid() }
/** Seconds of a clock that is never set. */
export const systemSeconds = (): number => performance.now() / 1000
export const systemRandom: Random = { bytes: (count) => crypto.randomBytes(count) }

/** The dependencies of the services; tests replace some of them. */
export interface Parts extends Omit<PlatformParts, 'workerProgram'> {
  readonly catalogue: ServedCatalogue
  readonly cluster?: ExecutionCluster | undefined
}

/** The services, and the parts that are started and closed with them. */
export interface Assembled {
  readonly services: Services
  readonly engine: ExecutionEngine
  readonly schedules: Schedules
  readonly conversations: Conversations
  readonly dispatcher: Dispatcher
  /** Calls the listener with all events written from now on. */
  onWritten(listener: (written: Written) => void): void
  sandboxLoad(): SandboxLoad
  /** Starts no new work; resolves when the running steps have ended. */
  drain(): Promise<void>
  /** Responds to callers that wait for the end of an execution, before it has ended. */
  release(): void
  /** Ends all running work; the caller closes the database. */
  close(): Promise<void>
}

/** Creates the services in the order of their dependencies. */
export function assemble({ catalogue, cluster, ...parts }: Parts): Assembled {
  const platform = createPlatform({ ...parts, workerProgram: WORKER_PROGRAM })
  const { triggers } = platform.store
  const { checkStreams, ...identity } = createIdentity(platform)
  const workflows = createWorkflowServices(platform, {
    catalogue,
    warningFor: (save) => triggerWarning(save, triggers),
  })
  const connections = createModelConnections(platform)
  const projectOf = (workflow: string) => identity.projects.ofWorkflow(workflow)
  const { credentials, authorizations, revocations, credentialSource } = createCredentialServices(platform, projectOf)
  const { meter, countUsage, ...usage } = createUsageServices(platform)
  const effects = createServiceEffects(platform, {
    meter,
    connections: {
      async resolve(name, workflow) {
        // Calls without a workflow, such as those of the assistant, belong to no project.
        if (workflow === undefined) {
          return (await connections.resolve(name)) ?? (await credentialSource.connection(name, ''))
        }
        // The credential of the project takes precedence: it is more specific than a connection of the service.
        return (await credentialSource.connection(name, workflow)) ?? (await connections.resolve(name))
      },
    },
    credentials: credentialSource,
    projectOf,
  })
  const registry = createFlowRegistry(platform, { catalogue, workflows: workflows.workflows, effects })
  const executions = createExecutionServices(platform, {
    ...{ catalogue, ...registry, workflows, effects, cluster, projectOf },
  })
  executions.remote?.onCheck(checkStreams)
  const playground = createPlaygroundServices(platform, workflows, executions)
  const people = createPeopleServices(platform, executions)
  const trigger = createTriggerServices(platform, workflows, executions, webhookSecrets(credentialSource, platform.log))
  const { dispatcher, ...notifications } = createNotificationServices(platform, {
    ...{ workflows, executions, credentials: credentialSource, projectOf },
  })
  const agentspec = createAgentSpecServices(platform, registry, executions)
  const modelNames = createModelNames({
    ...{ connections, credentials: credentialSource, models: effects.models, clock: platform.clock },
  })
  const models = { connections, modelNames, models: effects.models }
  const assistant = createAssistantServices(platform, {
    ...{ catalogue, ...workflows, ...executions, ...models, countUsage },
  })
  const { engine } = executions
  const { conversations } = playground
  const { schedules } = trigger
  return {
    services: {
      ...platform,
      ...identity,
      catalogue,
      ...models,
      credentials,
      authorizations,
      revocations,
      ...workflows,
      ...executions,
      ...playground,
      ...people,
      ...trigger,
      ...notifications,
      ...agentspec,
      ...assistant,
      ...usage,
      routes: loadRoutes,
    },
    engine,
    schedules,
    conversations,
    dispatcher,
    onWritten: executions.onWritten,
    sandboxLoad: () => effects.sandboxLoad(),
    async drain() {
      await Promise.all([schedules.stop(), dispatcher.stop()])
      await engine.drain()
    },
    release: () => trigger.release(),
    async close() {
      await Promise.all([schedules.stop(), dispatcher.stop()])
      conversations.close()
      await engine.close()
      executions.disconnect()
      await effects.close()
      await platform.close()
    },
  }
}

export interface Composed {
  readonly services: Services
  /** Where the metrics are served; undefined if they are off. */
  readonly metricsAddress: string | undefined
  /** Resumes the executions of an earlier process, and starts schedules and background work. */
  begin(): Promise<void>
  /**
   * Starts the stop: `/health` responds with 503 and no new work starts. Resolves when the running steps have ended, or
   * after the stop timeout.
   */
  drain(): Promise<void>
  /** Announces the end to a standby. True when the standby is ready; this service is not, from `leave` on. */
  handOver(): Promise<boolean>
  leave(): void
  /** Closes everything; the services must not be used afterwards. */
  close(): Promise<void>
}

/** Opens everything that a configuration needs; closes it again if that fails. A standby first waits for the database. */
export async function compose(config: Config, log: Log, lock: Partial<LockOptions> = {}): Promise<Composed> {
  await using opened = new AsyncDisposableStack()
  await tightenDataFolder(config, log)
  // Loaded while a standby waits, so that it takes over faster.
  const loading = loadCatalogue(config)
  loading.catch(() => {})
  const onTaken = (err: Error) => log.error({ err }, 'another service has taken over the database')
  const locks = await lockForService(config, { onTaken, ...lock })
  opened.defer(() => locks.release())
  const onLost = (error: unknown) => log.error({ err: error }, 'a connection to the database was lost')
  const isCluster = config.cluster !== undefined
  const observing = await openObservation({ config, log, seconds: systemSeconds, clock: systemClock })
  const onCommit = observing && commitTimer(observing.observation)
  const reports = { onLost, onCommit, ...storageReports(log) }
  const opening = openStore({ database: config.database, cluster: isCluster, ...reports })
  opened.defer(async () => (await opening.catch(() => undefined))?.close())
  const [store, catalogue] = await Promise.all([opening, loading])
  for (const { path, reason } of catalogue.broken)
    log.error({ file: path, problem: reason }, 'a node file does not load; the service runs without it')
  const isNeeded = () => store.hasSealedValues()
  const keys =
    config.secretKey === undefined
      ? await keysInFolder(config.dataDir, systemRandom, isNeeded)
      : [config.secretKey, ...config.secretKeyPrevious]
  const isPaused = await readPaused(store.keyValues)
  if (isPaused && isCluster) throw new BadSetting(PAUSED_CLUSTER)
  const lifecycle = {
    ...{ startedAt: systemClock.now(), isStarting: true, isStopping: false, isLeaving: false, isPaused },
    async resume() {
      if (!lifecycle.isPaused) return false
      lifecycle.isPaused = false
      await clearPaused(store.keyValues)
      log.info({}, 'resumed: schedules, webhooks and executions continue')
      await beginWork()
      return true
    },
  }
  const made = { clock: systemClock, ids: systemIds, random: systemRandom }
  const cluster = await openCluster({ config, log, store, ...made, observation: observing?.observation })
  opened.defer(async () => cluster?.close())
  const parts = { config, log, ...made, store, catalogue, keys, lifecycle, cluster, clusterState: cluster }
  const assembled = assemble({ ...parts, observation: observing?.observation })
  opened.defer(() => assembled.close())
  if (config.watchNodes) opened.defer(watchNodes(catalogue, log))
  const begun = opened.use(await observing?.begin({ ...assembled, store }))
  const { services } = assembled
  if (isCluster) await requireSharedKey(store.keyValues, services.vault)
  if (config.auth === 'token' && servesApi(config)) await ensureAdminToken(config.dataDir, services.auth.tokens)
  const { connections } = services
  await preloadProviders({ environment: modelEnvironment(config), connections, load: loadProvider })

  let background: Background | undefined
  opened.defer(async () => background?.stop())
  const kept = opened.move()
  async function beginWork(): Promise<void> {
    const shared = { store, grants: services.auth.grants, playground: services.playground, config, log }
    const work = { ...assembled, ...shared, ...made, observation: observing?.observation }
    // The API processes share the work that one process of a cluster does at a time.
    if (servesApi(config)) background = await startBackground(work)
    else await assembled.engine.recover()
  }
  return {
    services,
    metricsAddress: begun?.metricsAddress,
    async begin() {
      await cluster?.begin()
      if (lifecycle.isPaused)
        log.warn({}, 'paused after a restore: nothing is started until an admin resumes the service')
      else await beginWork()
      lifecycle.isStarting = false
      // Not awaited: checking a large file takes a while.
      void store.checkIntegrity().catch((err: unknown) => log.error({ err }, 'the database could not be checked'))
    },
    async drain() {
      lifecycle.isStopping = true
      const late = delay(config.stopTimeoutSeconds * 1000, undefined, { ref: false })
      await Promise.race([Promise.all([background?.stop(), assembled.drain()]), late])
      assembled.release()
    },
    handOver: () => locks.handOver(),
    leave() {
      lifecycle.isLeaving = true
    },
    close: () => kept.disposeAsync(),
  }
}

const PAUSED_CLUSTER =
  'The database was restored with --paused. Start one service without --engine, resume it, and then start the cluster.'

type ClusterParts = Omit<ClusterNeeds, 'config'> & { readonly config: Config }

/** Loads the parts of a cluster only where they are used, because an embedded service starts faster without them. */
export async function openCluster({ config, ...needs }: ClusterParts): Promise<ClusterProcess | undefined> {
  if (config.cluster === undefined) return undefined
  const { ClusterProcess } = await import('./cluster-process.ts')
  return new ClusterProcess({ ...needs, config: config.cluster })
}
