/**
 * Starts workflows by the clock, exactly once per planned time. All state is in the row of a schedule and changes in
 * three steps; a crash may happen before or after each:
 *
 *   1. accept  One conditional write sets the next planned time and records the pending run (`waitingAt`): of
 *              several processes exactly one succeeds, and the overlap policy is applied once.
 *   2. start   The execution id is derived from workflow, node and planned time, so a repetition after a crash
 *              finds the execution that already exists.
 *   3. settle  The row clears the pending run and records the started one.
 *
 * A buffered run stays pending until the previous run ends. After a downtime at most one missed run is started, the
 * latest, and only within the grace period; runs accepted before the downtime are always started.
 */

import type { Clock as WakingClock } from '@millrace/engine'
import { type ErrorCode, isExecutionOver, Problem } from '@millrace/model'
import type { ExecutionListItem, ExecutionStore, StoredTrigger, TriggerStore } from '@millrace/store'
import type { Executions } from '../executions/executions.ts'
import { ANONYMOUS } from '../platform/caller.ts'
import { latestTime, nextTime } from '../platform/cron.ts'
import { iso } from '../platform/iso.ts'
import type { Log } from '../platform/ports.ts'
import { stableId } from '../platform/stable-id.ts'

export interface SchedulesNeeds {
  readonly triggers: TriggerStore
  readonly heads: Pick<ExecutionStore, 'get'>
  readonly executions: Pick<Executions, 'start' | 'cancel'>
  readonly clock: WakingClock
  readonly log: Log
  /** A missed run later than this is skipped. */
  readonly graceMs?: number
}

export interface Schedules {
  /** Starts the timer. */
  begin(): void
  /** A schedule may have changed: recomputes when the next one is due. */
  look(): void
  /** Processes all schedules that are due. */
  pass(): Promise<void>
  /** Stops after the current pass. */
  stop(): Promise<void>
}

const HOUR_MS = 3_600_000
const BATCH = 100
/** Codes of starts that fail again in the same way. */
const FINAL: ReadonlySet<ErrorCode> = new Set(['VALIDATION_ERROR', 'NOT_FOUND', 'NOT_PUBLISHED'])
/** Delay before a pending run is tried again. */
const RETRY_MS = 1_000
/** Longest sleep: another process may have saved a schedule. */
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
  /** Later than any clock, so that the first pass checks for a clock set back. */
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
    const head: ExecutionListItem | undefined = id === null ? undefined : await this.#needs.heads.get(id)
    return head !== undefined && !isExecutionOver(head.status)
  }

  /** Starts a pending run unless the overlap policy makes it wait. */
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

  /** The execution of a planned time, new or existing; null when the workflow is invalid. */
  async #started(
    { workflowId, nodeId, cron }: StoredTrigger,
    { id, waitingAt }: { id: string; waitingAt: number },
  ): Promise<string | null> {
    const scheduled_at = iso(waitingAt)
    try {
      await this.#needs.executions.start(workflowId, {
        id,
        version: 'published',
        inputs: { [nodeId]: { scheduled_at } },
        by: { ...ANONYMOUS, name: `Schedule ${cron}` },
        trigger: nodeId,
        about: { trigger: { kind: 'schedule', node: nodeId, scheduledAt: scheduled_at } },
      })
      return id
    } catch (error) {
      const isFinal = error instanceof Problem && FINAL.has(error.code)
      if (!isFinal) throw error
      this.#needs.log.warn(
        { workflow: workflowId, node: nodeId, scheduled_at, code: error.code },
        'a scheduled run cannot start',
      )
      return null
    }
  }

  /** Advances a due schedule to its next time and accepts the run if the policy allows it. */
  async #accept(trigger: StoredTrigger, dueAt: number): Promise<void> {
    const now = this.#needs.clock.now()
    const planned = Math.max(dueAt, latestTime(trigger, now) ?? dueAt)
    const refused = await this.#whyNot(trigger, planned)
    const move = { from: dueAt, nextAt: nextTime(trigger, now), accept: refused === undefined ? planned : null }
    if (!(await this.#needs.triggers.advance(trigger, move)) || (refused === undefined && planned === dueAt)) return
    const facts = { workflow: trigger.workflowId, node: trigger.nodeId, due_at: iso(dueAt) }
    if (refused !== undefined) this.#needs.log.info({ ...facts, why: refused }, 'a scheduled run was left out')
    else this.#needs.log.info({ ...facts, run_for: iso(planned) }, 'scheduled runs were missed; one is made up for')
  }

  async #whyNot(trigger: StoredTrigger, planned: number): Promise<string | undefined> {
    if (this.#needs.clock.now() - planned > this.#graceMs) return 'it is too late for it'
    if (trigger.waitingAt !== null) return 'one is waiting already'
    const isSkipped = trigger.settings.overlap === 'skip' && (await this.#isGoing(trigger.lastExecution))
    return isSkipped ? 'the last one is still going' : undefined
  }

  /** Isolates failures: one failing schedule must not stop the others. */
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
   * Replans schedules whose next time is later than their cron expression allows: they were planned by a clock that was
   * ahead and has been set back. Otherwise they would not run until the clock catches up.
   */
  async #replanAfterClockWasSetBack(): Promise<void> {
    for (const trigger of await this.#needs.triggers.scheduledAfter(this.#needs.clock.now())) {
      const { nextAt } = trigger
      const planned = nextTime(trigger, this.#needs.clock.now())
      if (nextAt === null || planned === null || planned >= nextAt) continue
      if (!(await this.#needs.triggers.advance(trigger, { from: nextAt, nextAt: planned, accept: null }))) continue
      const facts = { workflow: trigger.workflowId, node: trigger.nodeId, planned_at: iso(nextAt) }
      this.#needs.log.warn(facts, 'replanned a schedule whose next time was set by a clock that was ahead')
    }
  }

  /** Runs at the start and whenever the clock has gone back. */
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
    // Pending runs first, so that their rows are free; then due schedules, which become pending.
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
      // Do not retry a failed due schedule at once: it would cause a busy loop.
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
