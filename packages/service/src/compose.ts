/**
 * Makes everything once and hands it to whoever needs it: clock, ids, randomness, database, vault, catalogue,
 * credentials. Nothing else in the service makes any of these. What is opened here is closed here, in reverse.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Engine, Clock as EngineClock } from '@millrace/engine'
import { connectUserSql, lockFolder, openStore, type Store } from '@millrace/store'
import { ensureAdminToken } from './auth/admin-token.ts'
import { createAuth } from './auth/auth.ts'
import { createGrants } from './auth/grants.ts'
import { createJwtCheck } from './auth/jwt.ts'
import { createTokens } from './auth/tokens.ts'
import { loadCatalogue } from './catalogue.ts'
import type { Config } from './config.ts'
import { createEffects } from './effects/create-effects.ts'
import { createDetails } from './features/executions/details.ts'
import { createExecutions } from './features/executions/executions.ts'
import { createHooks } from './features/triggers/hooks.ts'
import { noteOn } from './features/triggers/note.ts'
import { createSealer } from './features/workflows/sealer.ts'
import { createWorkflows } from './features/workflows/workflows.ts'
import { createEngineRoom } from './running/engine-room.ts'
import { keepHouse } from './running/housekeeping.ts'
import { keyValuesFor } from './running/key-value-adapter.ts'
import { createPlans } from './running/plans.ts'
import { createSchedules, type Schedules } from './running/triggers/schedules.ts'
import { createVault, keyInFolder } from './secrets.ts'
import type { Clock, Ids, Lifecycle, Log, Random, ServedCatalogue, Services } from './services.ts'

export const systemClock: Clock = { now: () => Date.now() }
export const systemIds: Ids = { uuid: () => randomUUID() }
export const systemRandom: Random = { bytes: (count) => randomBytes(count) }

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
  /** Ends what runs; the database is closed by whoever opened it. */
  close(): Promise<void>
}

/** The services made of given parts. */
export function assemble({ random, key, ...parts }: Parts): Assembled {
  const { config, log, clock, ids, store, catalogue } = parts
  const vault = createVault(key, random)
  const tokens = createTokens({ store: store.tokens, clock, ids, random, log })
  const grants = createGrants(store.grants, clock, random)
  const auth = createAuth({ mode: config.auth, tokens, grants, jwt: jwtCheck(config, clock, log) })
  const sealer = createSealer(catalogue, vault, config.maxWorkflowNodes)
  const workflows = createWorkflows({
    store: store.workflows,
    sealer,
    clock,
    ids,
    maxVersions: config.maxWorkflowVersions,
    onSaved: (save) => {
      if (save.triggers.some(({ kind }) => kind === 'schedule')) schedules.look()
      return noteOn(save, store.triggers)
    },
  })
  const effects = createEffects({
    clock,
    filesFolder: join(config.dataDir, 'files'),
    egressAllow: config.egressAllow,
    keyValues: keyValuesFor(store.keyValues),
    connectSql: connectUserSql,
  })
  const { engine, feeds } = createEngineRoom({
    store,
    catalogue,
    definitions: catalogue.definitions,
    vault,
    effects,
    clock: wakingClock(clock),
    log,
    maxActive: config.maxConcurrentExecutions,
    executions: () => executions,
  })
  const executions = createExecutions({
    engine,
    store: store.executions,
    workflows,
    sealer,
    plans: createPlans({ catalogue, languages: catalogue.languages, maxNodes: config.maxWorkflowNodes }),
    vault,
    catalogue,
    make: { now: () => clock.now(), uuid: () => ids.uuid() },
    maxWaiting: config.maxWaitingExecutions,
  })
  const { triggers, executions: heads } = store
  const schedules = createSchedules({ triggers, heads, executions, clock: wakingClock(clock), log })
  const hooks = createHooks({ triggers, workflows, sealer, executions, feeds })
  return {
    services: {
      ...parts,
      vault,
      auth,
      workflows,
      executions,
      details: createDetails(executions, config.basePath),
      feeds,
      hooks,
    },
    engine,
    schedules,
    async close() {
      await schedules.stop()
      await engine.close()
      await effects.close()
    },
  }
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
  /** From now on new requests are turned away. */
  stop(): void
  /** Closes what was opened; nothing may be asked of the services afterwards. */
  close(): Promise<void>
}

const CLEAN_UP_EVERY_MS = 10 * 60 * 1000

/** Opens everything that a configuration asks for; leaves nothing open when that fails. */
export async function compose(config: Config, log: Log): Promise<Composed> {
  await using opened = new AsyncDisposableStack()
  const lock = lockFolder(config.dataDir)
  opened.defer(() => lock.release())
  const key = config.secretKey ?? (await keyInFolder(config.dataDir, systemRandom))
  const onLost = (error: unknown) => log.error({ err: error }, 'a connection to the database was lost')
  const opening = openStore({ database: config.database, onLost })
  opened.defer(async () => (await opening.catch(() => undefined))?.close())
  const [store, catalogue] = await Promise.all([opening, loadCatalogue(config)])
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
  const housekeeping = keepHouse({ executions: store.executions, clock: systemClock, config, log })
  opened.defer(() => housekeeping.stop())
  await assembled.engine.recover()
  assembled.schedules.begin()
  const kept = opened.move()
  return {
    services,
    stop() {
      lifecycle.isStopping = true
    },
    close: () => kept.disposeAsync(),
  }
}
