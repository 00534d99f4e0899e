/** Runs a drawn plan on the real engine, with scripted nodes, a memory journal and a fake clock. */
import { isObject, type Plan, plainPath, type Question, textValue } from '@millrace/model'
import type { Launch } from '../core/launch.ts'
import { outputsOf } from '../core/outputs.ts'
import type { ExecutionState } from '../core/state.ts'
import type { BatchLimits, Clock, ExecutionRecord, Outcome, ResolveRequest, Runner, Task, Written } from '../ports.ts'
import { Engine } from '../scheduler/engine.ts'
import { type NodeOptions, planOf } from './drawing.ts'
import { FakeClock } from './fake-clock.ts'
import { MemoryJournal } from './memory-journal.ts'

/** The behaviour of a scripted node. By default it returns its input, or its own name. */
export type Script = (task: Task & { clock: Clock }) => Outcome | Promise<Outcome>

export const gives =
  (value: unknown): Script =>
  () => ({ outputs: { out: value, value } })
export const takes =
  (...branches: string[]): Script =>
  () => ({ outputs: {}, taken: branches })
export const fails =
  (code = 'BROKEN', retryable = false): Script =>
  () => ({ failure: { code, message: `${code} happened`, retryable } })
export const never: Script = ({ signal }) =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve({ failure: { code: 'ABORTED', message: 'aborted' } }))
  })

/** Asks a person and returns the answer. */
export const asks =
  (question: Partial<Question> = {}): Script =>
  ({ replies, record, node, scope }) => {
    const reply = replies.at(-1)
    if (reply === undefined) {
      const asked = { type: 'confirmation', config: { message: 'Go on?' }, allowCancel: true, ...question } as const
      return { asks: { id: `${record.id}/${record.plan.nodes[node]?.id}/${scope}`, question: asked as Question } }
    }
    if (reply.status === 'answered') return { outputs: { out: reply.value, value: reply.value } }
    return { failure: { code: 'INTERRUPT_CANCELLED', message: reply.status } }
  }

/** Answers all open questions, and those asked after that, until none is open. */
export async function answerAll(run: Simulation, value: unknown = true, by = ADA): Promise<void> {
  for (;;) {
    const open = [...run.journal.questions.values()].filter(({ status }) => status === 'pending')
    if (open.length === 0) return
    for (const { id, executionId } of open) {
      const heard = run.engine.answer({ execution: executionId, question: id, by, answer: { value } })
      // A failing journal is retried as the clock moves.
      await Promise.all([heard, run.settle()])
    }
  }
}

/** Appends of at most this many events. */
export const appendsOf = (events: number): BatchLimits => ({ events, characters: 1e6, ms: 1e6 })

export const ADA = { id: 'ada', name: 'Ada' }

export interface Simulation {
  readonly journal: MemoryJournal
  readonly clock: FakeClock
  readonly engine: Engine
  /** Node ids in the order in which they ran, once per try. */
  readonly ran: string[]
  readonly tasks: Task[]
  /** Runs until nothing more happens, timers included. */
  settle(): Promise<void>
  state(id?: string): Promise<ExecutionState>
}

export interface SimulationOptions {
  readonly nodes?: Record<string, NodeOptions>
  readonly launch?: Partial<Launch>
  /** Node ids that are quick; all others write their start first. */
  readonly quick?: readonly string[]
  /** Node ids that are pure. Their results arrive after some turns, some of them after more time than an append waits. */
  readonly pure?: readonly string[]
  readonly mayNotRunAgain?: readonly string[]
  readonly journal?: MemoryJournal
  readonly clock?: FakeClock
  readonly maxActive?: number
  readonly maxValueBytes?: number
  readonly batchLimits?: BatchLimits
  readonly children?: Record<string, Plan>
  readonly onEvents?: (written: Written) => void
  /** Evaluates expressions; default: paths only, at once. */
  readonly resolve?: Runner['resolve']
  /** Called before a node runs. */
  readonly onRun?: (task: Task) => void
}

/** Evaluates expressions that are paths, such as `nodes.a.value`. */
export function resolvePaths({ settings, scope }: ResolveRequest): Record<string, unknown> {
  const evaluated = (source: string) =>
    (plainPath(source) ?? []).reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), scope)
  return Object.fromEntries(
    settings.map(({ setting, parts }) => {
      const values = parts.flatMap((part) => (typeof part === 'string' ? [] : [evaluated(part.source)]))
      return [setting, textValue(parts, values)]
    }),
  )
}

const ID = 'execution-1'

export function simulation(scripts: Record<string, Script>, options: SimulationOptions = {}): Simulation {
  const clock = options.clock ?? new FakeClock()
  const journal = options.journal ?? new MemoryJournal()
  const ran: string[] = []
  const tasks: Task[] = []
  const runner: Runner = {
    isQuick: (type) => options.quick?.includes(type) ?? false,
    isPure: (type) => options.pure?.includes(type) ?? false,
    mayRunAgain: (type) => !(options.mayNotRunAgain?.includes(type) ?? false),
    run: (task) => {
      const id = task.record.plan.nodes[task.node]?.id ?? ''
      ran.push(id)
      tasks.push(task)
      options.onRun?.(task)
      const outcome = () => (scripts[id] ?? passesOn(id))(Object.create(task, { clock: { value: clock } }))
      return options.pure?.includes(id) ? delayed(outcome, clock, tasks.length) : outcome()
    },
    resolve: (request) => (options.resolve ?? resolvePaths)(request),
    childOutputs: ({ id, outputs }) => ({ outputs, execution_id: id }),
  }
  const engine: Engine = new Engine({
    journal,
    runner,
    clock,
    maxActive: options.maxActive ?? 100,
    ...(options.maxValueBytes !== undefined && { maxValueBytes: options.maxValueBytes }),
    ...(options.batchLimits && { batchLimits: options.batchLimits }),
    ...(options.onEvents && { onEvents: options.onEvents }),
    startChild: async (parent, request) => {
      const plan = options.children?.[request.workflow]
      if (plan === undefined) throw Object.assign(new Error(`no workflow ${request.workflow}`), { code: 'NOT_FOUND' })
      const place = parent.scope === '' ? '' : `-${parent.scope}`
      const id = `${parent.record.id}-${parent.record.plan.nodes[parent.node]?.id}${place}`
      const link = { execution: parent.record.id, node: parent.node, scope: parent.scope }
      const about = request.wait ? { root: parent.record.about.root ?? parent.record.id } : {}
      if (!journal.rows.has(id)) {
        await engine.start(
          { ...recordOf(id, plan, clock), parent: link, depth: parent.record.depth + 1, about },
          { inputs: request.inputs },
          { signal: parent.signal },
        )
      }
      return id
    },
  })
  return {
    journal,
    clock,
    engine,
    ran,
    tasks,
    settle: () => settle(clock, journal),
    async state(id = ID) {
      const known = await engine.view(id)
      if (known === undefined) throw new Error(`no execution ${id}`)
      return known.state
    },
  }
}

/** The outcome after zero to two turns, and for every third step after a time in which a batch is written. */
async function delayed(outcome: () => Outcome | Promise<Outcome>, clock: FakeClock, count: number): Promise<Outcome> {
  for (let turns = count % 4; turns > 1; turns--) await new Promise((resolve) => setImmediate(resolve))
  if (count % 3 === 0) clock.moveTo(clock.now() + 60)
  return outcome()
}

function passesOn(id: string): Script {
  return ({ inputs }) => ({ outputs: { out: inputs.in ?? id, value: inputs.in ?? id } })
}

export function recordOf(id: string, plan: Plan, clock: FakeClock): ExecutionRecord {
  return { id, workflowId: 'workflow-1', createdAt: clock.now(), plan, secrets: null, depth: 0, about: {} }
}

const MAX_IDLE_TIMERS = 40

/** Runs the event loop until nothing changes, then the next timer, until nothing is left. */
async function settle(clock: FakeClock, journal: MemoryJournal): Promise<void> {
  const written = () => [...journal.rows.values()].map((row) => `${row.events.length}${row.head.status}`).join()
  // A journal that always fails is retried forever.
  let idleTimers = 0
  for (let quiet = 0, before = written(); idleTimers < MAX_IDLE_TIMERS; ) {
    await new Promise((resolve) => setImmediate(resolve))
    const after = written()
    quiet = after === before ? quiet + 1 : 0
    if (after !== before) idleTimers = 0
    before = after
    if (quiet < 5) continue
    const next = clock.next()
    const isOver = [...journal.rows.values()].every((row) => !row.head.isActive && row.head.wakeAt === null)
    if (next === undefined || isOver || next > clock.now() + 50_000) return
    clock.moveTo(next)
    idleTimers += 1
    quiet = 0
  }
}

export interface End {
  readonly status: string
  readonly steps: Record<string, string>
  readonly outputs: Record<string, unknown>
  readonly failure: string | undefined
}

/** Runs a drawing to its end and returns the result. */
export async function simulate(drawing: string, scripts: Record<string, Script> = {}, options: SimulationOptions = {}) {
  const plan = planOf(drawing, options.nodes)
  const run = simulation(scripts, options)
  await run.engine.start(recordOf(ID, plan, run.clock), { inputs: {}, ...options.launch })
  await run.settle()
  const state = await run.state()
  return { ...endOf(state), state, ran: run.ran, tasks: run.tasks, run }
}

/** The end or the current state of an execution. Nodes without a step have the status that clients see. */
export function endOf(state: ExecutionState): End {
  const steps: Record<string, string> = {}
  for (const node of state.index.plan.nodes) steps[node.id] = state.finishedAt === undefined ? 'idle' : 'skipped'
  for (const step of state.steps) steps[state.index.plan.nodes[step.node]?.id ?? ''] = step.status
  return { status: state.status, steps, outputs: outputsOf(state), failure: state.failure?.code }
}
