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
import { ANONYMOUS } from '../platform/caller.ts'
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
  return new ScheduleRunner(needs)
}

class ScheduleRunner implements Schedules {
  readonly #needs: SchedulesNeeds
  readonly #graceMs: number
  #isOn = false
  #mustLookAgain = false
  #current: Promise<void> | undefined
  #cancelTimer = () => {}
  /** Later than any clock, so that the first pass checks. */
  #lastSeen = Number.POSITIVE_INFINITY

  constructor(needs: SchedulesNeeds) {
    this.#needs = needs
    this.#graceMs = needs.graceMs ?? HOUR_MS
  }

  begin(): void {
    this.#isOn = true
    this.look()
  }

  async stop(): Promise<void> {
    this.#isOn = false
    this.#cancelTimer()
    await this.#current
  }

  async #isGoing(id: string | null): Promise<boolean> {
    const head: ExecutionHead | undefined = id === null ? undefined : await this.#needs.heads.head(id)
    return head !== undefined && !isExecutionOver(head.status)
  }

  /** Starts a run that is owed, unless it has to wait. */
  async #startOwed(trigger: StoredTrigger, waitingAt: number): Promise<void> {
    const { workflowId, nodeId, settings, lastExecution } = trigger
    const id = stableId('schedule', workflowId, nodeId, String(waitingAt))
    if (settings.overlap !== 'skip' && lastExecution !== null && (await this.#isGoing(lastExecution))) {
      if (settings.overlap === 'buffer') return
      await this.#needs.executions.cancel(lastExecution).catch(unlessOver)
    }
    const execution = await this.#started(trigger, { id, waitingAt })
    await this.#needs.triggers.settle(trigger, { waitingAt, execution })
  }

  /** The execution of a planned time, made now or before; null when the workflow cannot run. */
  async #started(
    { workflowId, nodeId, cron }: StoredTrigger,
    { id, waitingAt }: { id: string; waitingAt: number },
  ): Promise<string | null> {
    const scheduled_at = new Date(waitingAt).toISOString()
    try {
      await this.#needs.executions.start(workflowId, {
        id,
        inputs: { [nodeId]: { scheduled_at } },
        by: { ...ANONYMOUS, name: `Schedule ${cron}` },
        trigger: nodeId,
        about: { trigger: { kind: 'schedule', node: nodeId, scheduledAt: scheduled_at } },
      })
      return id
    } catch (error) {
      const isFinal = error instanceof Problem && (error.code === 'VALIDATION_ERROR' || error.code === 'NOT_FOUND')
      if (!isFinal) throw error
      this.#needs.log.warn(
        { workflow: workflowId, node: nodeId, scheduled_at, code: error.code },
        'a scheduled run cannot start',
      )
      return null
    }
  }

  /** Moves a schedule on from a time that has come, and accepts the run if there is to be one. */
  async #accept(trigger: StoredTrigger, dueAt: number): Promise<void> {
    const now = this.#needs.clock.now()
    const planned = Math.max(dueAt, latestTime(trigger, now) ?? dueAt)
    const refused = await this.#whyNot(trigger, planned)
    const move = { from: dueAt, nextAt: nextTime(trigger, now), accept: refused === undefined ? planned : null }
    if (!(await this.#needs.triggers.advance(trigger, move)) || (refused === undefined && planned === dueAt)) return
    const facts = { workflow: trigger.workflowId, node: trigger.nodeId, due_at: new Date(dueAt).toISOString() }
    if (refused !== undefined) this.#needs.log.info({ ...facts, why: refused }, 'a scheduled run was left out')
    else
      this.#needs.log.info(
        { ...facts, run_for: new Date(planned).toISOString() },
        'scheduled runs were missed; one is made up for',
      )
  }

  async #whyNot(trigger: StoredTrigger, planned: number): Promise<string | undefined> {
    if (this.#needs.clock.now() - planned > this.#graceMs) return 'it is too late for it'
    if (trigger.waitingAt !== null) return 'one is waiting already'
    const isSkipped = trigger.settings.overlap === 'skip' && (await this.#isGoing(trigger.lastExecution))
    return isSkipped ? 'the last one is still going' : undefined
  }

  /** What one schedule cannot do must not keep the others from it. */
  async #guarded(trigger: StoredTrigger, work: Promise<void>): Promise<void> {
    await work.catch((err: unknown) => {
      const isFull = err instanceof Problem && err.code === 'TOO_MANY_EXECUTIONS'
      const facts = { workflow: trigger.workflowId, node: trigger.nodeId }
      if (isFull) this.#needs.log.info(facts, 'a scheduled run waits: too many executions are waiting')
      else this.#needs.log.warn({ ...facts, err }, 'a schedule could not go on; it is tried again')
    })
  }

  async #startAllOwed(): Promise<void> {
    for (const trigger of await this.#needs.triggers.waiting()) {
      if (trigger.waitingAt !== null) await this.#guarded(trigger, this.#startOwed(trigger, trigger.waitingAt))
    }
  }

  /**
   * Plans schedules anew whose next time is later than the line can explain: it was planned by a clock that was ahead and
   * has been set back since. Otherwise they would be silent for as long as the clock was ahead.
   */
  async #replanAfterClockWasSetBack(): Promise<void> {
    for (const trigger of await this.#needs.triggers.scheduledAfter(this.#needs.clock.now())) {
      const { nextAt } = trigger
      const planned = nextTime(trigger, this.#needs.clock.now())
      if (nextAt === null || planned === null || planned >= nextAt) continue
      if (!(await this.#needs.triggers.advance(trigger, { from: nextAt, nextAt: planned, accept: null }))) continue
      const facts = { workflow: trigger.workflowId, node: trigger.nodeId, planned_at: new Date(nextAt).toISOString() }
      this.#needs.log.warn(facts, 'a schedule was planned by a clock that was ahead; it is planned anew')
    }
  }

  /** Once at the start, and whenever the clock shows an earlier time than before. */
  async #checkClock(): Promise<void> {
    const now = this.#needs.clock.now()
    if (now >= this.#lastSeen) {
      this.#lastSeen = now
      return
    }
    await this.#replanAfterClockWasSetBack()
    this.#lastSeen = now
  }

  async pass(): Promise<void> {
    await this.#checkClock()
    // First what is owed, so that its row is free for the next run; then what is due, which then is owed.
    await this.#startAllOwed()
    for (;;) {
      const due = await this.#needs.triggers.due(this.#needs.clock.now(), BATCH)
      for (const trigger of due)
        if (trigger.nextAt !== null) await this.#guarded(trigger, this.#accept(trigger, trigger.nextAt))
      if (due.length > 0) await this.#startAllOwed()
      if (due.length < BATCH) return
    }
  }

  async #passAndSleep(): Promise<void> {
    let wakeAt = this.#needs.clock.now() + RETRY_MS
    try {
      while (this.#mustLookAgain && this.#isOn) {
        this.#mustLookAgain = false
        await this.pass()
      }
      const isOwing = (await this.#needs.triggers.waiting()).length > 0
      const next = (await this.#needs.triggers.nextDue()) ?? Number.POSITIVE_INFINITY
      // One that is due and could not be moved on is not asked again at once, or it would keep us busy.
      const soonest =
        next <= this.#needs.clock.now() || isOwing ? this.#needs.clock.now() + RETRY_MS : Number.POSITIVE_INFINITY
      wakeAt = Math.min(
        next <= this.#needs.clock.now() ? soonest : next,
        soonest,
        this.#needs.clock.now() + MAX_SLEEP_MS,
      )
    } catch (err) {
      this.#needs.log.warn({ err }, 'the schedules could not be looked at; they are looked at again')
    }
    this.#current = undefined
    if (!this.#isOn) return
    if (this.#mustLookAgain) return this.look()
    this.#cancelTimer()
    this.#cancelTimer = this.#needs.clock.at(wakeAt, () => this.look())
  }

  look(): void {
    this.#mustLookAgain = true
    if (!this.#isOn || this.#current !== undefined) return
    this.#current = this.#passAndSleep()
  }
}

function unlessOver(error: unknown): void {
  const isOver = error instanceof Problem && (error.code === 'EXECUTION_OVER' || error.code === 'NOT_FOUND')
  if (!isOver) throw error
}
