/**
 * The composition root: creates every service once, in the order of the dependencies. The system clock, ids and
 * randomness are used only here. `close` closes everything that was opened here, in reverse order.
 */
import * as crypto from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Engine } from '@millrace/engine'
import { openStore } from '@millrace/store'
import { createAgentSpecServices, createFlowRegistry } from './agentspec/create-services.ts'
import { failEarlierFlows } from './agentspec/flows/legacy-flows.ts'
import { createAssistantServices } from './assistant/create-services.ts'
import { loadCatalogue } from './catalogue/catalogue.ts'
import { createServiceEffects } from './effects/create-services.ts'
import { modelEnvironment } from './effects/models/model-settings.ts'
import { loadProvider } from './effects/models/sdk.ts'
import { createExecutionServices } from './executions/create-services.ts'
import { startHousekeeping } from './executions/housekeeping.ts'
import { ensureAdminToken } from './identity/admin-token.ts'
import { createIdentity } from './identity/create-services.ts'
import { createModelConnections } from './models/create-services.ts'
import { createModelNames } from './models/model-names.ts'
import { preloadProviders } from './models/preload-providers.ts'
import { createPeopleServices } from './people/create-services.ts'
import type { Config } from './platform/config.ts'
import { createPlatform, type PlatformParts } from './platform/create-services.ts'
import type { Clock, Ids, Log, Random, ServedCatalogue } from './platform/ports.ts'
import { tightenDataFolder } from './platform/private-data.ts'
import { keyInFolder } from './platform/secrets.ts'
import { type LockOptions, lockForService } from './platform/service-lock.ts'
import { storageReports } from './platform/storage-reports.ts'
import type { Conversations } from './playground/conversations.ts'
import { createPlaygroundServices } from './playground/create-services.ts'
import { loadRoutes } from './routes.ts'
import type { Services } from './services.ts'
import { createTriggerServices } from './triggers/create-services.ts'
import type { Schedules } from './triggers/schedules.ts'
import { triggerWarning } from './triggers/trigger-warning.ts'
import { WORKER_PROGRAM } from './worker-program.ts'
import { createWorkflowServices } from './workflows/create-services.ts'

export const systemClock: Clock = { now: () => Date.now() }
/** Time-ordered where Node supports it: ids that are created together are adjacent in every index. */
const newUuid: () => string = (crypto as Partial<typeof crypto>).randomUUIDv7 ?? crypto.randomUUID
export const systemIds: Ids = { uuid: () => newUuid() }
export const systemRandom: Random = { bytes: (count) => crypto.randomBytes(count) }

/** The dependencies of the services; tests replace some of them. */
export interface Parts extends Omit<PlatformParts, 'workerProgram'> {
  readonly catalogue: ServedCatalogue
}

/** The services, and the parts that are started and closed with them. */
export interface Assembled {
  readonly services: Services
  readonly engine: Engine
  readonly schedules: Schedules
  readonly conversations: Conversations
  /** Starts no new work; resolves when the running steps have ended. */
  drain(): Promise<void>
  /** Responds to callers that wait for the end of an execution, before it has ended. */
  release(): void
  /** Ends all running work; the caller closes the database. */
  close(): Promise<void>
}

/** Creates the services in the order of their dependencies. */
export function assemble({ catalogue, ...parts }: Parts): Assembled {
  const platform = createPlatform({ ...parts, workerProgram: WORKER_PROGRAM })
  const { triggers } = platform.store
  const identity = createIdentity(platform)
  const workflows = createWorkflowServices(platform, {
    catalogue,
    warningFor: (save) => triggerWarning(save, triggers),
  })
  const connections = createModelConnections(platform)
  const effects = createServiceEffects(platform, connections)
  const registry = createFlowRegistry(platform, { catalogue, workflows: workflows.workflows, effects })
  const executions = createExecutionServices(platform, { catalogue, ...registry, workflows, effects })
  const playground = createPlaygroundServices(platform, workflows, executions)
  const people = createPeopleServices(platform, executions)
  const trigger = createTriggerServices(platform, workflows, executions)
  const agentspec = createAgentSpecServices(platform, registry, executions)
  const modelNames = createModelNames({ connections, models: effects.models, clock: platform.clock })
  const models = { connections, modelNames, models: effects.models }
  const assistant = createAssistantServices(platform, { catalogue, ...workflows, ...executions, ...models })
  const { engine } = executions
  const { conversations } = playground
  const { schedules } = trigger
  return {
    services: {
      ...platform,
      ...identity,
      catalogue,
      ...models,
      ...workflows,
      ...executions,
      ...playground,
      ...people,
      ...trigger,
      ...agentspec,
      ...assistant,
      routes: loadRoutes,
    },
    engine,
    schedules,
    conversations,
    async drain() {
      await schedules.stop()
      await engine.drain()
    },
    release: () => trigger.release(),
    async close() {
      await schedules.stop()
      conversations.close()
      await engine.close()
      await effects.close()
      await platform.close()
    },
  }
}

export interface Composed {
  readonly services: Services
  /** Resumes the executions of an earlier process, and starts schedules and background work. */
  begin(): Promise<void>
  /**
   * Starts the stop: `/health` responds with 503 and no new work starts. Resolves when the running steps have ended, or
   * after the stop timeout.
   */
  drain(): Promise<void>
  /** Closes everything; the services must not be used afterwards. */
  close(): Promise<void>
}

const CLEAN_UP_EVERY_MS = 10 * 60 * 1000

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
  const opening = openStore({ database: config.database, onLost, ...storageReports(log) })
  opened.defer(async () => (await opening.catch(() => undefined))?.close())
  const [store, catalogue] = await Promise.all([opening, loading])
  const isNeeded = () => store.hasSealedValues()
  const key = config.secretKey ?? (await keyInFolder(config.dataDir, systemRandom, isNeeded))
  const lifecycle = { startedAt: systemClock.now(), isStarting: true, isStopping: false }
  const made = { clock: systemClock, ids: systemIds, random: systemRandom }
  const assembled = assemble({ config, log, ...made, store, catalogue, key, lifecycle })
  opened.defer(() => assembled.close())
  const { services } = assembled
  if (config.auth === 'token') await ensureAdminToken(config.dataDir, services.auth.tokens)
  const { connections } = services
  await preloadProviders({ environment: modelEnvironment(config), connections, load: loadProvider })

  const cleanUp = () => {
    services.auth.grants.removeExpired().catch((error: unknown) => log.warn({ err: error }, 'clean-up failed'))
  }
  const timer = setInterval(cleanUp, CLEAN_UP_EVERY_MS)
  timer.unref()
  opened.defer(() => clearInterval(timer))
  const begun = new AsyncDisposableStack()
  opened.defer(() => begun.disposeAsync())
  const kept = opened.move()
  return {
    services,
    async begin() {
      const housekeeping = startHousekeeping({ executions: store.executions, clock: systemClock, config, log })
      begun.defer(() => housekeeping.stop())
      await failEarlierFlows(assembled.engine, { store: store.executions, now: () => systemClock.now() })
      await assembled.engine.recover()
      assembled.schedules.begin()
      lifecycle.isStarting = false
      // In the background: there may be many turns, and checking a large file takes a while.
      void assembled.conversations.recover().catch((err: unknown) => log.error({ err }, 'turns could not be resumed'))
      void store.checkIntegrity().catch((err: unknown) => log.error({ err }, 'the database could not be checked'))
    },
    async drain() {
      lifecycle.isStopping = true
      const late = delay(config.stopTimeoutSeconds * 1000, undefined, { ref: false })
      await Promise.race([assembled.drain(), late])
      assembled.release()
    },
    close: () => kept.disposeAsync(),
  }
}
