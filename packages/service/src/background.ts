/**
 * Work in the background that is not part of a request: resumed executions, schedules, notifications, retention,
 * clean-up, and turns that an earlier process left. In a cluster one process at a time does all but the first.
 */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ExecutionEngine } from '@millrace/engine'
import type { Store } from '@millrace/store'
import { failEarlierFlows } from './agentspec/flows/legacy-flows.ts'
import { startHousekeeping } from './executions/housekeeping.ts'
import type { Grants } from './identity/grants.ts'
import { purgeAudit } from './identity/purge-audit.ts'
import type { Dispatcher } from './notifications/dispatcher.ts'
import type { Config } from './platform/config.ts'
import type { Observation } from './platform/observer.ts'
import type { Clock, Ids, Log } from './platform/ports.ts'
import { startScheduledBackups } from './platform/scheduled-backups.ts'
import type { Conversations } from './playground/conversations.ts'
import type { Playground } from './playground/playground-port.ts'
import { TurnCheck } from './playground/turn-check.ts'
import { startRetention } from './retention.ts'
import type { Schedules } from './triggers/schedules.ts'

export interface BackgroundNeeds {
  readonly store: Store
  readonly engine: ExecutionEngine
  readonly schedules: Schedules
  readonly dispatcher: Pick<Dispatcher, 'begin' | 'stop'>
  readonly conversations: Conversations
  readonly playground: Pick<Playground, 'endGone'>
  readonly grants: Pick<Grants, 'removeExpired'>
  readonly clock: Clock
  readonly ids: Ids
  readonly config: Config
  readonly log: Log
  readonly observation?: Observation | undefined
}

export interface Background {
  /** Lets another process of a cluster take over. Resolves when the current piece of each work has ended. */
  stop(): Promise<void>
}

const CLEAN_UP_EVERY_MS = 10 * 60 * 1000
const CHECK_TURNS_EVERY_MS = 5_000

/** Resolves when the executions of an earlier process are resumed. */
export async function startBackground(needs: BackgroundNeeds): Promise<Background> {
  const { store, engine, conversations, log } = needs
  if (store.cluster !== undefined) {
    await engine.recover()
    return store.cluster.leader('background', (signal) => lead(needs, signal))
  }
  await failEarlierFlows(engine, store.executions)
  await engine.recover()
  const work = startWork(needs)
  // Not awaited: there may be many turns.
  void conversations.recover().catch((err: unknown) => log.error({ err }, 'turns could not be resumed'))
  return work
}

/** The work of the leading process of a cluster. */
async function lead(needs: BackgroundNeeds, signal: AbortSignal): Promise<void> {
  const { engine, store } = needs
  const work = startWork(needs)
  try {
    await failEarlierFlows(engine, store.executions)
    const checks = checkTurns(needs, signal)
    if (!signal.aborted) await once(signal, 'abort')
    await checks
  } finally {
    await work.stop()
  }
}

function startWork(needs: BackgroundNeeds): Background {
  const { store, schedules, dispatcher, grants, clock, ids, config, log, observation } = needs
  const housekeeping = startHousekeeping({ executions: store.executions, clock, config, log })
  const retention = startRetention(needs)
  const backups = startScheduledBackups({ config, clock, log, observation })
  schedules.begin()
  dispatcher.begin()
  const cleanUp = () => {
    const purged = purgeAudit({ audit: store.audit, clock, ids, config })
    Promise.all([grants.removeExpired(), purged]).catch((err: unknown) => log.warn({ err }, 'clean-up failed'))
  }
  const timer = setInterval(cleanUp, CLEAN_UP_EVERY_MS)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all([schedules.stop(), dispatcher.stop(), housekeeping.stop(), retention.stop(), backups?.stop()])
    },
  }
}

async function checkTurns({ store, conversations, log }: BackgroundNeeds, signal: AbortSignal): Promise<void> {
  if (store.cluster === undefined) return
  const check = new TurnCheck({ sessions: store.sessions, histories: store.cluster.histories, conversations })
  while (!signal.aborted) {
    await check.pass().catch((err: unknown) => log.warn({ err }, 'the open turns could not be checked'))
    await sleep(CHECK_TURNS_EVERY_MS, undefined, { ref: false, signal }).catch(() => {})
  }
}
