/**
 * Starts workflows by the clock; never twice for one time, and never not at all. What has to be known is in the row of
 * a schedule, and moves in three steps, each of which a crash may precede or follow:
 *
 *   1. accept  The row moves on to its next time and notes the run it owes (`waitingAt`), in one conditional write: of
 *              several processes one gets to do it, and the policy on overlaps is applied once.
 *   2. start   The execution is started under an id made of workflow, node and planned time. Done again after a crash,
 *              it finds what it did before.
 *   3. settle  The row forgets what it owes and remembers what it started.
 *
 * A buffered run is one that stays owed until the run before it is over. After a downtime at most one run is made up
 * for, the latest, and only if it is no older than the grace period; what was accepted before is owed and started.
 */
import type { Clock as WakingClock } from '@millrace/engine'
import { isExecutionOver, Problem } from '@millrace/model'
import type { ExecutionHead, ExecutionStore, StoredTrigger, TriggerStore } from '@millrace/store'
import type { Executions } from '../executions/executions.ts'
import { NOBODY } from '../platform/caller.ts'
import { latestTime, nextTime } from '../platform/cron.ts'
import type { Log } from '../platform/ports.ts'
import { stableId } from '../platform/stable-id.ts'

export interface SchedulesNeeds {
  readonly triggers: TriggerStore
  readonly heads: Pick<ExecutionStore, 'head'>
  readonly executions: Pick<Executions, 'start' | 'cancel'>
  readonly clock: WakingClock
  readonly log: Log
  /** A run that is later than this is not made up for. */
  readonly graceMs?: number
}

export interface Schedules {
  /** Begins to look at the clock. */
  begin(): void
  /** A schedule may have changed: looks when the next one is due. */
  look(): void
  /** Does everything that is due now. */
  pass(): Promise<void>
  /** Ends it after the pass under way. */
  stop(): Promise<void>
}

const HOUR_MS = 3_600_000
const BATCH = 100
/** How soon a run that is owed is tried again. */
const RETRY_MS = 1_000
/** Another process may have saved a schedule without our knowing. */
const MAX_SLEEP_MS = 30_000

export function createSchedules(needs: SchedulesNeeds): Schedules {
  const { triggers, heads, executions, clock, log, graceMs = HOUR_MS } = needs
  let isOn = false
  let mustLookAgain = false
  let current: Promise<void> | undefined
  let cancelTimer = () => {}
  /** Later than any clock, so that the first pass checks. */
  let lastSeen = Number.POSITIVE_INFINITY

  async function isGoing(id: string | null): Promise<boolean> {
    const head: ExecutionHead | undefined = id === null ? undefined : await heads.head(id)
    return head !== undefined && !isExecutionOver(head.status)
  }

  /** Starts a run that is owed, unless it has to wait. */
  async function startOwed(trigger: StoredTrigger, waitingAt: number): Promise<void> {
    const { workflowId, nodeId, settings, lastExecution } = trigger
    const id = stableId('schedule', workflowId, nodeId, String(waitingAt))
    if (settings.overlap !== 'skip' && lastExecution !== null && (await isGoing(lastExecution))) {
      if (settings.overlap === 'buffer') return
      await executions.cancel(lastExecution).catch(unlessOver)
    }
    const execution = await started(trigger, { id, waitingAt })
    await triggers.settle(trigger, { waitingAt, execution })
  }

  /** The execution of a planned time, made now or before; null when the workflow cannot run. */
  async function started(
    { workflowId, nodeId, cron }: StoredTrigger,
    { id, waitingAt }: { id: string; waitingAt: number },
  ): Promise<string | null> {
    const scheduled_at = new Date(waitingAt).toISOString()
    try {
      await executions.start(workflowId, {
        id,
        inputs: { [nodeId]: { scheduled_at } },
        by: { ...NOBODY, name: `Schedule ${cron}` },
        trigger: nodeId,
        about: { trigger: { kind: 'schedule', node: nodeId, scheduledAt: scheduled_at } },
      })
      return id
    } catch (error) {
      const isFinal = error instanceof Problem && (error.code === 'VALIDATION_ERROR' || error.code === 'NOT_FOUND')
      if (!isFinal) throw error
      log.warn({ workflow: workflowId, node: nodeId, scheduled_at, code: error.code }, 'a scheduled run cannot start')
      return null
    }
  }

  /** Moves a schedule on from a time that has come, and accepts the run if there is to be one. */
  async function accept(trigger: StoredTrigger, dueAt: number): Promise<void> {
    const now = clock.now()
    const planned = Math.max(dueAt, latestTime(trigger, now) ?? dueAt)
    const refused = await whyNot(trigger, planned)
    const move = { from: dueAt, nextAt: nextTime(trigger, now), accept: refused === undefined ? planned : null }
    if (!(await triggers.advance(trigger, move)) || (refused === undefined && planned === dueAt)) return
    const facts = { workflow: trigger.workflowId, node: trigger.nodeId, due_at: new Date(dueAt).toISOString() }
    if (refused !== undefined) log.info({ ...facts, why: refused }, 'a scheduled run was left out')
    else
      log.info({ ...facts, run_for: new Date(planned).toISOString() }, 'scheduled runs were missed; one is made up for')
  }

  async function whyNot(trigger: StoredTrigger, planned: number): Promise<string | undefined> {
    if (clock.now() - planned > graceMs) return 'it is too late for it'
    if (trigger.waitingAt !== null) return 'one is waiting already'
    const isSkipped = trigger.settings.overlap === 'skip' && (await isGoing(trigger.lastExecution))
    return isSkipped ? 'the last one is still going' : undefined
  }

  /** What one schedule cannot do must not keep the others from it. */
  async function guarded(trigger: StoredTrigger, work: Promise<void>): Promise<void> {
    await work.catch((err: unknown) => {
      const isFull = err instanceof Problem && err.code === 'TOO_MANY_EXECUTIONS'
      const facts = { workflow: trigger.workflowId, node: trigger.nodeId }
      if (isFull) log.info(facts, 'a scheduled run waits: too many executions are waiting')
      else log.warn({ ...facts, err }, 'a schedule could not go on; it is tried again')
    })
  }

  async function startAllOwed(): Promise<void> {
    for (const trigger of await triggers.waiting()) {
      if (trigger.waitingAt !== null) await guarded(trigger, startOwed(trigger, trigger.waitingAt))
    }
  }

  /**
   * Plans schedules anew whose next time is later than the line can explain: it was planned by a clock that was ahead and
   * has been set back since. Otherwise they would be silent for as long as the clock was ahead.
   */
  async function replanAfterClockWasSetBack(): Promise<void> {
    for (const trigger of await triggers.scheduledAfter(clock.now())) {
      const { nextAt } = trigger
      const planned = nextTime(trigger, clock.now())
      if (nextAt === null || planned === null || planned >= nextAt) continue
      if (!(await triggers.advance(trigger, { from: nextAt, nextAt: planned, accept: null }))) continue
      const facts = { workflow: trigger.workflowId, node: trigger.nodeId, planned_at: new Date(nextAt).toISOString() }
      log.warn(facts, 'a schedule was planned by a clock that was ahead; it is planned anew')
    }
  }

  /** Once at the start, and whenever the clock shows an earlier time than before. */
  async function checkClock(): Promise<void> {
    const now = clock.now()
    if (now >= lastSeen) {
      lastSeen = now
      return
    }
    await replanAfterClockWasSetBack()
    lastSeen = now
  }

  async function pass(): Promise<void> {
    await checkClock()
    // First what is owed, so that its row is free for the next run; then what is due, which then is owed.
    await startAllOwed()
    for (;;) {
      const due = await triggers.due(clock.now(), BATCH)
      for (const trigger of due) if (trigger.nextAt !== null) await guarded(trigger, accept(trigger, trigger.nextAt))
      if (due.length > 0) await startAllOwed()
      if (due.length < BATCH) return
    }
  }

  async function passAndSleep(): Promise<void> {
    let wakeAt = clock.now() + RETRY_MS
    try {
      while (mustLookAgain && isOn) {
        mustLookAgain = false
        await pass()
      }
      const isOwing = (await triggers.waiting()).length > 0
      const next = (await triggers.nextDue()) ?? Number.POSITIVE_INFINITY
      // One that is due and could not be moved on is not asked again at once, or it would keep us busy.
      const soonest = next <= clock.now() || isOwing ? clock.now() + RETRY_MS : Number.POSITIVE_INFINITY
      wakeAt = Math.min(next <= clock.now() ? soonest : next, soonest, clock.now() + MAX_SLEEP_MS)
    } catch (err) {
      log.warn({ err }, 'the schedules could not be looked at; they are looked at again')
    }
    current = undefined
    if (!isOn) return
    if (mustLookAgain) return look()
    cancelTimer()
    cancelTimer = clock.at(wakeAt, look)
  }

  function look(): void {
    mustLookAgain = true
    if (!isOn || current !== undefined) return
    current = passAndSleep()
  }

  return {
    begin() {
      isOn = true
      look()
    },
    look,
    pass,
    async stop() {
      isOn = false
      cancelTimer()
      await current
    },
  }
}

function unlessOver(error: unknown): void {
  const isOver = error instanceof Problem && (error.code === 'EXECUTION_OVER' || error.code === 'NOT_FOUND')
  if (!isOver) throw error
}
