/** Values that are read when the metrics are requested: from the database and from the sandbox. */
import { MAX_BUDGETS } from '@millrace/model'
import type { Store } from '@millrace/store'
import { Counter, Gauge, type Registry } from 'prom-client'
import { monthOf } from '../platform/months.ts'

export interface SandboxLoad {
  readonly processes: number
  readonly queued: number
  readonly calls: number
  /** Processes that ended during a call, by reason. */
  readonly kills: ReadonlyMap<string, number>
}

export interface GaugeNeeds {
  readonly executions: Pick<Store['executions'], 'counts'>
  readonly interrupts: Pick<Store['interrupts'], 'list'>
  readonly budgets: Pick<Store['budgets'], 'list'>
  readonly clock: { now(): number }
  readonly sandbox: () => SandboxLoad
  /** Called if the database does not answer; its metrics are left out then. */
  readonly onFailure: (error: unknown) => void
}

/** Reasons of the sandbox as values of a label. */
const REASONS: Readonly<Record<string, string>> = {
  killed: 'time',
  cancelled: 'cancelled',
  memory: 'memory',
  'answer too large': 'result_size',
  'killed from outside': 'outside',
  gone: 'gone',
}

export class Gauges {
  readonly #needs: GaugeNeeds

  constructor(needs: GaugeNeeds) {
    this.#needs = needs
  }

  register(registry: Registry): void {
    this.#fromDatabase(registry)
    this.#ofBudgets(registry)
    this.#ofSandbox(registry)
  }

  #fromDatabase(registry: Registry): void {
    const { executions, interrupts, onFailure } = this.#needs
    const registers = [registry]
    new Gauge({
      name: 'millrace_executions',
      help: 'Stored executions by status, of the whole database.',
      labelNames: ['status'],
      registers,
      async collect() {
        this.reset()
        const counts = await executions.counts().catch(onFailure)
        for (const [status, count] of Object.entries(counts ?? {})) this.set({ status }, count)
      },
    })
    new Gauge({
      name: 'millrace_open_questions',
      help: 'Questions to people that wait for an answer, of the whole database.',
      // Without a label the value would be 0 while the database does not answer.
      labelNames: ['status'],
      registers,
      async collect() {
        this.reset()
        const query = { status: 'pending', limit: 1, offset: 0, order: 'asc' } as const
        const page = await interrupts.list(query).catch(onFailure)
        if (page) this.set({ status: 'pending' }, page.total)
      },
    })
  }

  #ofBudgets(registry: Registry): void {
    const { budgets, clock, onFailure } = this.#needs
    new Gauge({
      name: 'millrace_budget_used_ratio',
      help: 'What has been used of a monthly budget: 1 if it is used up.',
      labelNames: ['budget', 'scope', 'unit'],
      registers: [registry],
      async collect() {
        this.reset()
        const query = { month: monthOf(clock.now()), limit: MAX_BUDGETS, offset: 0 }
        const { items } = (await budgets.list(query).catch(onFailure)) ?? { items: [] }
        for (const { id, scope, unit, used, limit } of items) this.set({ budget: id, scope, unit }, used / limit)
      },
    })
  }

  #ofSandbox(registry: Registry): void {
    const { sandbox } = this.#needs
    const registers = [registry]
    new Gauge({
      name: 'millrace_sandbox_processes',
      help: 'Processes of the sandbox.',
      registers,
      collect() {
        this.set(sandbox().processes)
      },
    })
    new Gauge({
      name: 'millrace_sandbox_queued_calls',
      help: 'Calls that wait for a process of the sandbox.',
      registers,
      collect() {
        this.set(sandbox().queued)
      },
    })
    new Counter({
      name: 'millrace_sandbox_calls_total',
      help: 'Calls of the sandbox.',
      registers,
      collect() {
        this.reset()
        this.inc(sandbox().calls)
      },
    })
    new Counter({
      name: 'millrace_sandbox_kills_total',
      help: 'Processes of the sandbox that ended during a call.',
      labelNames: ['reason'],
      registers,
      collect() {
        this.reset()
        const { kills } = sandbox()
        for (const [ending, reason] of Object.entries(REASONS)) this.inc({ reason }, kills.get(ending) ?? 0)
      },
    })
  }
}
