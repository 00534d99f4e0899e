/** Bounds what the database keeps: prunes executions past retention, compacts others, and removes values. */
import type { ExecutionStore } from '@millrace/store'
import type { Config } from '../platform/config.ts'
import { Pace, waitUntil } from '../platform/pace.ts'
import type { Clock, Log } from '../platform/ports.ts'

export interface HousekeepingNeeds {
  readonly executions: ExecutionStore
  readonly clock: Clock
  readonly config: Pick<Config, 'keepExecutionsDays' | 'keepExecutionsPerWorkflow'>
  readonly log: Log
}

const EVERY_MS = 60_000
const BATCH = 200
/** How long values can be read after the end of an execution that does not keep them: callers may be polling. */
const READABLE_MS = 60_000
const DAY_MS = 24 * 3600 * 1000

/** Starts the timer; `stop` waits for the current batch. */
export function startHousekeeping({ executions, clock, config, log }: HousekeepingNeeds): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const pace = new Pace(clock, waitUntil(signal))
  const { rest } = pace
  let current = Promise.resolve()

  async function tidy(): Promise<void> {
    pace.begin()
    const finishedBefore = clock.now() - config.keepExecutionsDays * DAY_MS
    const query = { finishedBefore, keepPerWorkflow: config.keepExecutionsPerWorkflow, batch: BATCH, rest }
    while (!signal.aborted && (await executions.prune(query)) > 0);
    while (!signal.aborted && (await executions.compact({ batch: BATCH, rest })) > 0);
    await removeValues()
  }

  async function removeValues(): Promise<void> {
    const now = clock.now()
    const query = { endedBefore: now - READABLE_MS, now, batch: BATCH, rest }
    while (!signal.aborted && (await executions.removeValues(query)) > 0);
  }

  const timer = setInterval(() => {
    current = current.then(() => tidy()).catch((err: unknown) => log.warn({ err }, 'housekeeping failed'))
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
