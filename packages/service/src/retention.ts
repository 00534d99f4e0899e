/**
 * Removes conversations, messages, stored values, files and the usage of models that have reached their maximum age. Only the last is
 * removed by default.
 * Retention of executions is in `executions/housekeeping.ts`.
 */
import { join } from 'node:path'
import { nextTurn } from '@millrace/model'
import type { Store } from '@millrace/store'
import { purgeFiles } from './effects/files/purge-files.ts'
import type { Config } from './platform/config.ts'
import { dayOf, monthOf } from './platform/months.ts'
import { Pace, waitUntil } from './platform/pace.ts'
import type { Clock, Log } from './platform/ports.ts'
import type { Playground } from './playground/playground-port.ts'

export interface RetentionNeeds {
  readonly store: {
    readonly sessions: Pick<Store['sessions'], 'prune' | 'pruneMessages'>
    readonly executions: Pick<Store['executions'], 'remove'>
    readonly keyValues: Pick<Store['keyValues'], 'prune'>
    readonly usage: Pick<Store['usage'], 'prune'>
  }
  readonly playground: Pick<Playground, 'endGone'>
  readonly clock: Clock
  readonly config: Pick<
    Config,
    | 'sessionRetentionDays'
    | 'messageRetentionDays'
    | 'keyValueRetentionDays'
    | 'fileRetentionDays'
    | 'usageRetentionDays'
    | 'dataDir'
  >
  readonly log: Log
}

/** One look for everything that has expired. */
interface Pass {
  readonly signal: AbortSignal
  /** Called after each batch. */
  readonly rest: () => Promise<void>
}

const EVERY_MS = 10 * 60 * 1000
const SESSIONS_AT_ONCE = 20
/** How many sessions are searched for old messages before other requests run. */
const SEARCHED_AT_ONCE = 200
const VALUES_AT_ONCE = 500
const DAY_MS = 24 * 3600 * 1000

/** Starts the timer; `stop` waits for the current batch. */
export function startRetention(needs: RetentionNeeds): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const pace = new Pace(needs.clock, waitUntil(signal))
  let current = Promise.resolve()
  const timer = setInterval(() => {
    current = current
      .then(() => {
        pace.begin()
        return removeExpired(needs, { signal, rest: pace.rest })
      })
      .catch((err: unknown) => needs.log.warn({ err }, 'retention failed; it is tried again'))
  }, EVERY_MS)
  timer.unref()
  return {
    async stop() {
      stopping.abort()
      clearInterval(timer)
      await current
    },
  }
}

/** Removes everything that has expired, until the signal aborts. */
export async function removeExpired(needs: RetentionNeeds, pass: Pass): Promise<void> {
  const { config, clock, log } = needs
  const before = (days: number) => clock.now() - days * DAY_MS
  const { sessionRetentionDays, messageRetentionDays, keyValueRetentionDays, fileRetentionDays } = config
  const sessions = sessionRetentionDays && (await removeSessions(needs, before(sessionRetentionDays), pass))
  const messages = messageRetentionDays && (await removeMessages(needs, before(messageRetentionDays), pass))
  const values = keyValueRetentionDays && (await removeValues(needs, before(keyValueRetentionDays), pass))
  const folder = join(config.dataDir, 'files')
  const files =
    fileRetentionDays && (await purgeFiles({ folder, changedBefore: before(fileRetentionDays), signal: pass.signal }))
  const usage = config.usageRetentionDays && (await removeUsage(needs, before(config.usageRetentionDays), pass))
  const removed = { sessions, messages, values, files, usage }
  if (sessions + messages + values + files + usage > 0) log.info(removed, 'retention removed expired data')
}

async function removeSessions(
  { store, playground }: RetentionNeeds,
  inactiveBefore: number,
  { signal, rest }: Pass,
): Promise<number> {
  let removed = 0
  while (!signal.aborted) {
    const pruned = await store.sessions.prune({ inactiveBefore, batch: SESSIONS_AT_ONCE })
    if (pruned.length === 0) break
    removed += pruned.length
    // After the sessions: if this is interrupted, the retention of executions removes the rest.
    await store.executions.remove(pruned.flatMap(({ executions }) => executions))
    await rest()
  }
  if (removed > 0) await playground.endGone()
  return removed
}

async function removeMessages({ store }: RetentionNeeds, sentBefore: number, { signal, rest }: Pass): Promise<number> {
  let removed = 0
  let after: number | undefined = 0
  while (after !== undefined && !signal.aborted) {
    const pruned = await store.sessions.pruneMessages({ sentBefore, after, batch: SEARCHED_AT_ONCE })
    removed += pruned.messages
    after = pruned.next
    await nextTurn()
    await rest()
  }
  return removed
}

async function removeValues({ store }: RetentionNeeds, writtenBefore: number, { signal, rest }: Pass): Promise<number> {
  let removed = 0
  while (!signal.aborted) {
    const batch = await store.keyValues.prune({ writtenBefore, batch: VALUES_AT_ONCE })
    removed += batch
    if (batch < VALUES_AT_ONCE) break
    await rest()
  }
  return removed
}

async function removeUsage({ store }: RetentionNeeds, before: number, { signal, rest }: Pass): Promise<number> {
  let removed = 0
  while (!signal.aborted) {
    const some = await store.usage.prune({ day: dayOf(before), month: monthOf(before) })
    removed += some
    if (some === 0) break
    await rest()
  }
  return removed
}
