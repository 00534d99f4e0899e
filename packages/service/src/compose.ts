/**
 * Makes everything once and hands it to whoever needs it: clock, ids, randomness, database, vault, catalogue,
 * credentials. Nothing else in the service makes any of these. What is opened here is closed here, in reverse.
 */
import * as crypto from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Engine, Clock as EngineClock } from '@millrace/engine'
import { connectUserSql, lockDatabase, lockFolder, openStore, type Store } from '@millrace/store'
import { createAgentSpec, prepareFlows } from './agentspec/agentspec.ts'
import { createFlowPlans } from './agentspec/flows/flow-plans.ts'
import { failEarlierFlows } from './agentspec/flows/legacy-flows.ts'
import { withDirectory } from './agentspec/registry/directory.ts'
import { createChat } from './assistant/chat.ts'
import { lazyAssistant } from './assistant/lazy-assistant.ts'
import { loadCatalogue } from './catalogue/catalogue.ts'
import { createEffects } from './effects/create-effects.ts'
import { createEgress } from './effects/http/egress.ts'
import { keyValuesFor } from './effects/key-value-adapter.ts'
import { createReadJson } from './effects/large-json.ts'
import { createMcp } from './effects/mcp/mcp.ts'
import type { StepModels } from './effects/models/create-models.ts'
import { createEngineRoom } from './executions/create-engine.ts'
import { createDetails } from './executions/details.ts'
import { createExecutions } from './executions/executions.ts'
import { keepHouse } from './executions/housekeeping.ts'
import { ensureAdminToken } from './identity/admin-token.ts'
import { createAuth } from './identity/auth.ts'
import { createUses } from './identity/credential-uses.ts'
import { createGrants } from './identity/grants.ts'
import { createJwtCheck } from './identity/jwt.ts'
import { createTokens } from './identity/tokens.ts'
import { createConnections } from './models/connections.ts'
import { modelEnvironment, modelLimits } from './models/model-settings.ts'
import { createInterrupts } from './people/interrupts.ts'
import type { Config } from './platform/config.ts'
import { patient } from './platform/patient-store.ts'
import type { Clock, Ids, Lifecycle, Log, Random, ServedCatalogue } from './platform/ports.ts'
import { tightenDataFolder } from './platform/private-data.ts'
import { createVault, keyInFolder } from './platform/secrets.ts'
import { storageReports } from './platform/storage-reports.ts'
import { createWorkers } from './platform/workers/workers.ts'
import type { Conversations } from './playground/conversations.ts'
import { createPlayground } from './playground/playground.ts'
import { SessionFeed } from './playground/session-feed.ts'
import type { Services } from './services.ts'
import { createHooks } from './triggers/hooks.ts'
import { createSchedules, type Schedules } from './triggers/schedules.ts'
import { noteOn } from './triggers/trigger-warning.ts'
import { createGraphChecks } from './workflows/graph-checks.ts'
import { createPlans } from './workflows/plans.ts'
import { createSealer } from './workflows/sealer.ts'
import { createWorkflows } from './workflows/workflows.ts'

export const systemClock: Clock = { now: () => Date.now() }
/** By time where Node knows how: ids that are made together are neighbours in every index. */
const newUuid: () => string = (crypto as Partial<typeof crypto>).randomUUIDv7 ?? crypto.randomUUID
export const systemIds: Ids = { uuid: () => newUuid() }
export const systemRandom: Random = { bytes: (count) => crypto.randomBytes(count) }

/** A timer cannot be set further ahead than this; whoever is woken early looks again. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** A clock that can also wake somebody up, as the engine needs it. */
export function wakingClock(clock: Clock): EngineClock {
  return {
    now: () => clock.now(),
    at(time, wake) {
      const timer = setTimeout(wake, Math.min(Math.max(0, time - clock.now()), LONGEST_TIMER_MS))
      timer.unref()
      return () => clearTimeout(timer)
    },
  }
}

/** What the services are made of; tests bring parts of their own. */
export interface Parts {
  readonly config: Config
  readonly log: Log
  readonly clock: Clock
  readonly ids: Ids
  readonly random: Random
  readonly store: Store
  readonly catalogue: ServedCatalogue
  readonly key: Uint8Array
  readonly lifecycle: Lifecycle
}

/** The services, and what has to be started and closed around them. */
export interface Assembled {
  readonly services: Services
  readonly engine: Engine
  readonly schedules: Schedules
  readonly conversations: Conversations
  /** Starts nothing new; resolves when the steps that run have ended. */
  drain(): Promise<void>
  /** Callers that wait for the end of an execution are answered without it. */
  release(): void
  /** Ends what runs; the database is closed by its opener. */
  close(): Promise<void>
}

/** Effects for the service itself: nothing aborts them, and they remember nothing. */
const OUTSIDE_OF_STEPS = {
  signal: new AbortController().signal,
  idempotencyKey: '',
  attempt: 1,
  owner: { workflow: '', execution: '' },
}

/** Threads for nodes with large inputs that wait for the sandbox, which has two processes. */
const SANDBOX_THREADS = 2

/** The services made of given parts. */
export function assemble({ random, key, ...parts }: Parts): Assembled {
  const { config, log, clock, ids, store, catalogue } = parts
  const vault = createVault(key, random)
  const workers = createWorkers()
  const sandboxWorkers = createWorkers({ maxThreads: SANDBOX_THREADS })
  const maxValueBytes = config.maxPortValueMib * 2 ** 20
  const graphChecks = createGraphChecks({ workers, catalogue, maxNodes: config.maxWorkflowNodes })
  const tokens = createTokens({ store: store.tokens, clock, ids, random, log })
  const grants = createGrants(store.grants, clock, random)
  const auth = createAuth({
    mode: config.auth,
    tokens,
    grants,
    uses: createUses(clock),
    jwt: jwtCheck(config, clock, log),
  })
  const sealer = createSealer(catalogue, vault, config.maxWorkflowNodes)
  const workflows = createWorkflows({
    store: store.workflows,
    sealer,
    catalogue,
    clock,
    ids,
    maxVersions: config.maxWorkflowVersions,
    onSaved: (save) => {
      if (save.triggers.some(({ kind }) => kind === 'schedule')) schedules.look()
      return noteOn(save, store.triggers)
    },
  })
  const connections = createConnections({ store: store.connections, vault, clock, ids })
  const stepClock = wakingClock(clock)
  const effects = createEffects({
    clock,
    readJson: createReadJson(workers),
    filesFolder: join(config.dataDir, 'files'),
    egressAllow: config.egressAllow,
    keyValues: keyValuesFor(patient(store.keyValues, stepClock)),
    memories: patient(store.memories, stepClock),
    connectSql: connectUserSql,
    sandbox: { maxCodeMs: config.maxCodeSeconds * 1000 },
    vectors: patient(store.vectors, stepClock),
    models: {
      connections: patient(connections, stepClock),
      environment: modelEnvironment(config),
      log,
      ...modelLimits(config),
    },
  })
  const mcp = createMcp({ egress: createEgress(config.egressAllow), allowStdio: config.mcpStdio, log })
  const flows = prepareFlows({ config, mcp })
  const { engine, feeds, ends, inbox, executionList, drafts } = createEngineRoom({
    store,
    catalogue,
    definitions: withDirectory(catalogue.definitions, {
      ...flows.host,
      registry: () => agentspec.registry,
    }),
    vault,
    effects,
    clock: wakingClock(clock),
    log,
    maxActive: config.maxConcurrentExecutions,
    maxValueBytes,
    workers,
    sandboxWorkers,
    mcpTools: (settings, signal) => mcp.tools(settings, signal),
    onEvents: (written) => {
      playground.conversations.written(written)
      flows.feed.publish(written)
    },
    executions: () => executions,
  })
  const executions = createExecutions({
    engine,
    maxValueBytes,
    store: store.executions,
    workflows,
    sealer,
    ends,
    plans: createPlans({ checks: graphChecks }),
    flowPlans: createFlowPlans({ registry: () => agentspec.registry, workers }),
    vault,
    catalogue,
    make: { now: () => clock.now(), uuid: () => ids.uuid() },
    maxWaiting: config.maxWaitingExecutions,
  })
  const { triggers, executions: heads } = store
  const schedules = createSchedules({ triggers, heads, executions, clock: wakingClock(clock), log })
  const feed = new SessionFeed(store.sessions, (id) => drafts.ofSession(id))
  drafts.listen((delta, sessionId) => {
    if (sessionId !== undefined) feed.say(sessionId, delta)
  })
  const playground = createPlayground({
    sessions: store.sessions,
    memories: store.memories,
    histories: store.executions,
    workflows,
    executions,
    engine,
    feed,
    vault,
    clock,
    ids,
    log,
  })
  const assistant = lazyAssistant({
    workers,
    catalogue,
    dialect: config.chatDialect,
    model: assistantModel(config, effects.models),
    log,
  })
  const chat = createChat({
    workflows,
    store: store.chats,
    assistant,
    make: { now: () => clock.now(), uuid: () => ids.uuid() },
    maxNodes: config.maxWorkflowNodes,
  })
  const agentspec = createAgentSpec({
    flows,
    config,
    engine,
    executions,
    catalogue,
    store,
    workflows,
    vault,
    make: { now: () => clock.now(), uuid: () => ids.uuid() },
    log,
    workers,
    code: (call) => effects.forStep(OUTSIDE_OF_STEPS).code(call),
  })
  const maxBodyBytes = config.maxWebhookMib * 2 ** 20
  const released = new AbortController()
  const waiting = { ends, released: released.signal }
  const hooks = createHooks({ triggers, workflows, sealer, executions, ids, maxBodyBytes, ...waiting })
  return {
    services: {
      ...parts,
      vault,
      workers,
      graphChecks,
      auth,
      workflows,
      executions,
      details: createDetails({ executions, interrupts: store.interrupts, basePath: config.basePath }),
      feeds,
      ends,
      drafts,
      hooks,
      inbox,
      executionList,
      interrupts: createInterrupts({ store: store.interrupts, engine, maxValueBytes }),
      playground,
      chat,
      connections,
      agentspec,
      models: effects.models,
    },
    engine,
    schedules,
    conversations: playground.conversations,
    async drain() {
      await schedules.stop()
      await engine.drain()
    },
    release: () => released.abort(),
    async close() {
      await schedules.stop()
      playground.conversations.close()
      await engine.close()
      await mcp.close()
      await effects.close()
      await workers.close()
      await sandboxWorkers.close()
    },
  }
}

/** The model that the assistant asks; without any of its settings the rules answer. */
function assistantModel({ assistantProvider, assistantModel: model, assistantConnection }: Config, models: StepModels) {
  if (assistantProvider === undefined && model === undefined && assistantConnection === undefined) return undefined
  const settings = {
    ...(assistantProvider === undefined ? {} : { provider: assistantProvider }),
    ...(model === undefined ? {} : { model }),
    ...(assistantConnection === undefined ? {} : { connection: assistantConnection }),
  }
  return { settings, models }
}

function jwtCheck({ jwtIssuer, jwtAudience, jwtJwksUrl, jwtRoleClaim }: Config, clock: Clock, log: Log) {
  if (jwtIssuer === undefined || jwtAudience === undefined || jwtJwksUrl === undefined) return undefined
  return createJwtCheck({
    settings: { issuer: jwtIssuer, audience: jwtAudience, roleClaim: jwtRoleClaim },
    clock,
    log,
    keys: async () => (await import('./effects/remote-keys.ts')).remoteKeys(jwtJwksUrl),
  })
}

export interface Composed {
  readonly services: Services
  /** Takes up the executions that an earlier process left, and begins with schedules and background work. */
  begin(): Promise<void>
  /**
   * Begins to stop: `/health` answers 503 and nothing new starts. Resolves when the steps that run have ended, or when the
   * time for that is over.
   */
  drain(): Promise<void>
  /** Closes what was opened; nothing may be asked of the services afterwards. */
  close(): Promise<void>
}

const CLEAN_UP_EVERY_MS = 10 * 60 * 1000

/**
 * Opens everything that a configuration asks for; leaves nothing open when that fails. `onTaken` is told when another
 * service has got hold of the database: nothing may be written then.
 */
export async function compose(config: Config, log: Log, onTaken?: (error: Error) => void): Promise<Composed> {
  await using opened = new AsyncDisposableStack()
  await tightenDataFolder(config, log)
  const lock = lockFolder(config.dataDir)
  opened.defer(() => lock.release())
  const databaseLock = await lockDatabase(config.database, {
    onTaken: onTaken ?? ((err) => log.error({ err }, 'the database was taken')),
  })
  opened.defer(() => databaseLock.release())
  const onLost = (error: unknown) => log.error({ err: error }, 'a connection to the database was lost')
  const opening = openStore({ database: config.database, onLost, ...storageReports(log) })
  opened.defer(async () => (await opening.catch(() => undefined))?.close())
  const [store, catalogue] = await Promise.all([opening, loadCatalogue(config)])
  const isNeeded = () => store.hasSealedValues()
  const key = config.secretKey ?? (await keyInFolder(config.dataDir, systemRandom, isNeeded))
  const lifecycle = { startedAt: systemClock.now(), isStopping: false }
  const made = { clock: systemClock, ids: systemIds, random: systemRandom }
  const assembled = assemble({ config, log, ...made, store, catalogue, key, lifecycle })
  opened.defer(() => assembled.close())
  const { services } = assembled
  if (config.auth === 'token') await ensureAdminToken(config.dataDir, services.auth.tokens)

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
      const housekeeping = keepHouse({ executions: store.executions, clock: systemClock, config, log })
      begun.defer(() => housekeeping.stop())
      await failEarlierFlows(assembled.engine, { store: store.executions, now: () => systemClock.now() })
      await assembled.engine.recover()
      assembled.schedules.begin()
      // In the background: there may be many turns, and a large file takes a while to read.
      void assembled.conversations.recover().catch((err: unknown) => log.error({ err }, 'turns could not be taken up'))
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
