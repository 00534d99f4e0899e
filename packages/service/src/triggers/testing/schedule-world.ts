/** Schedules over a real store, with a manual clock and executions that run until the test ends them. */
import { Problem } from '@millrace/model'
import { openStore, type TriggerSave } from '@millrace/store'
import { FakeClock } from '../../testing/fake-clock.ts'
import { triggerRows } from '../../workflows/trigger-rows.ts'
import { createSchedules, type SchedulesNeeds } from '../schedules.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const NOON = Date.parse('2026-01-01T12:00:00.000Z')

export interface ScheduleSettings {
  readonly cron?: string
  readonly overlap?: string
  readonly enabled?: boolean
  readonly timezone?: string
}

const EVERY_MINUTE = { cron: '* * * * *', timezone: 'UTC', overlap: 'skip', enabled: true } as const

/** The executions port of schedules: one start per id, running until the test ends them. */
export class FakeExecutions {
  readonly runs = new Map<string, { workflow: string; plannedFor: string; status: string }>()
  readonly cancelled: string[] = []
  problem: Problem | undefined

  get plannedTimes(): string[] {
    return [...this.runs.values()].map(({ plannedFor }) => plannedFor.slice(11, 16))
  }

  endAll(): void {
    for (const run of this.runs.values()) run.status = 'completed'
  }

  start = async (workflow: string, { id = '', inputs = {} }) => {
    if (this.problem !== undefined) throw this.problem
    const [launch] = Object.values(inputs as Record<string, { scheduled_at: string }>)
    if (!this.runs.has(id)) this.runs.set(id, { workflow, plannedFor: launch?.scheduled_at ?? '', status: 'running' })
    return { id } as never
  }

  cancel = async (id: string) => {
    const run = this.runs.get(id)
    if (run?.status !== 'running') throw new Problem('EXECUTION_OVER')
    run.status = 'cancelled'
    this.cancelled.push(run.plannedFor.slice(11, 16))
  }

  get = async (id: string) => this.runs.get(id) as never
}

export type World = Awaited<ReturnType<typeof newWorld>>

export async function newWorld() {
  const store = await openStore({ database: ':memory:' })
  const clock = new FakeClock(NOON)
  const executions = new FakeExecutions()
  const lines: string[] = []
  const line = (facts: Readonly<Record<string, unknown>>, message: string) =>
    void lines.push(`${message}: ${facts.why ?? ''}`)

  const schedulesWith = (change: Partial<SchedulesNeeds> = {}) =>
    createSchedules({
      triggers: store.triggers,
      heads: executions,
      executions,
      clock: { now: () => clock.now(), at: () => () => {} },
      log: { debug: line, info: line, warn: line, error: line },
      ...change,
    })

  const goTo = (ms: number) => clock.advance(NOON + ms - clock.now())

  return {
    store,
    clock,
    executions,
    lines,
    schedulesWith,
    /** Moves the clock to some milliseconds after noon. */
    goTo,
    async passAt(ms: number): Promise<void> {
      goTo(ms)
      await schedulesWith().pass()
    },
    /** Saves a workflow whose node `tick` is a schedule, every minute by default. */
    async save(settings: ScheduleSettings, id = 'a'): Promise<void> {
      const trigger = { kind: 'schedule', nodeId: 'tick', ...EVERY_MINUTE, ...settings } as const
      const triggers: readonly TriggerSave[] = triggerRows([trigger], clock.now())
      const summary = {
        id,
        machineName: id,
        name: id,
        description: '',
        tags: [],
        createdAt: 0,
        updatedAt: 0,
        revision: 1,
        isManual: false,
        publishedRevision: null,
        isActive: true,
        hasTriggers: true,
        project: 'default',
      }
      const version = { workflowId: id, revision: 1, versionId: id, savedAt: 0, savedBy: '', document: '{}' }
      await store.workflows.create({ summary, version: { ...version, secrets: null }, triggers })
    },
  }
}
