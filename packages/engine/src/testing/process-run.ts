/** Runs scripted nodes on an engine of any substrate, with the real clock, and waits for durable states. */
import type { Plan } from '@millrace/model'
import type { ExecutionState } from '../core/state.ts'
import type { Clock, ExecutionRecord, Outcome, Runner, Task, Written } from '../ports.ts'
import type { EngineNeeds } from '../scheduler/engine.ts'
import type { ExecutionEngine } from '../scheduler/execution-engine.ts'
import type { Case } from './corpus.ts'
import { ADA, resolvePaths, type Script } from './simulate.ts'

/** A way to run an engine on a journal that survives it. */
export interface Substrate {
  /** Starts a process. It continues the executions of earlier ones after `engine.recover`. */
  open(needs: Omit<EngineNeeds, 'journal'>): Promise<EngineProcess>
}

export interface EngineProcess {
  readonly engine: ExecutionEngine
  /** Ends the process without a warning. */
  kill(): Promise<void>
}

export const realClock: Clock = {
  now: () => Date.now(),
  at(time, wake) {
    const timer = setTimeout(wake, Math.max(0, time - Date.now()))
    return () => clearTimeout(timer)
  },
}

export interface ProcessOptions extends NonNullable<Case['options']> {
  /** Called when a node starts, before its script. */
  readonly onRun?: (task: Task) => void
  /** Steps that any process of a cluster may compute. */
  readonly heavy?: readonly string[]
}

export interface ProcessRun extends EngineProcess {
  readonly tasks: readonly Task[]
  /** The executions that were started here. */
  readonly started: readonly string[]
  /** The ids of the nodes of an execution in the order in which they ran. */
  ran(id: string): string[]
  start(id: string, plan: Plan, launch?: Parameters<ExecutionEngine['start']>[1]): Promise<void>
  state(id: string): Promise<ExecutionState>
  /** Resolves with a durable state that meets the condition. */
  until(id: string, isMet: (state: ExecutionState) => boolean): Promise<ExecutionState>
  /** Resolves with the state of an execution that is over. */
  ended(id: string): Promise<ExecutionState>
  /** Answers the questions of an execution and its children until it is over. */
  answerUntilEnd(id: string): Promise<ExecutionState>
}

export async function openRun(
  substrate: Substrate,
  scripts: Record<string, Script>,
  options: ProcessOptions = {},
): Promise<ProcessRun> {
  const tasks: Task[] = []
  const started: string[] = []
  const listeners = new Set<(written: Pick<Written, 'record'>) => void>()
  const opened: EngineProcess = await substrate.open({
    clock: realClock,
    runner: runnerOf(scripts, options, tasks),
    maxActive: options.maxActive ?? 100,
    ...(options.maxValueBytes !== undefined && { maxValueBytes: options.maxValueBytes }),
    ...(options.batchLimits && { batchLimits: options.batchLimits }),
    onEvents: (written) => {
      for (const listener of listeners) listener(written)
    },
    startChild: async (parent, { workflow, inputs, wait }) => {
      const plan = options.children?.[workflow]
      if (plan === undefined) throw Object.assign(new Error(`no workflow ${workflow}`), { code: 'NOT_FOUND' })
      const id = `${parent.record.id}-${parent.record.plan.nodes[parent.node]?.id}`
      if ((await opened.engine.history(id)) !== undefined) return id
      const { record, node, scope, signal } = parent
      const about = wait ? { root: record.about.root ?? record.id } : {}
      const link = { execution: record.id, node, scope }
      const child = { ...newRecord(id, plan), parent: link, depth: record.depth + 1, about }
      await opened.engine.start(child, { inputs }, { signal })
      return id
    },
  })
  const { engine } = opened
  const state = async (id: string) => {
    const known = await engine.view(id)
    if (known === undefined) throw new Error(`no execution ${id}`)
    return known.state
  }
  const until: ProcessRun['until'] = async (id, isMet) => {
    for (;;) {
      let listener = (_: Pick<Written, 'record'>) => {}
      const written = new Promise<void>((resolve) => {
        listener = ({ record }) => record.id === id && resolve()
        listeners.add(listener)
      })
      const known = await engine.view(id)
      if (known !== undefined && isMet(known.state)) {
        listeners.delete(listener)
        return known.state
      }
      await written
      listeners.delete(listener)
    }
  }
  const ended = (id: string) => until(id, ({ finishedAt }) => finishedAt !== undefined)
  return {
    ...opened,
    tasks,
    ran: (id) => tasks.filter(({ record }) => record.id === id).map(nodeOf),
    started,
    start: (id, plan, launch = { inputs: {} }) => {
      started.push(id)
      return engine.start(newRecord(id, plan), launch)
    },
    state,
    until,
    ended,
    async answerUntilEnd(id) {
      let isOver = false
      const over = ended(id).finally(() => {
        isOver = true
      })
      const child = `${id}-call`
      while (!isOver) {
        for (const each of [id, child]) await answerOpen(engine, each)
        const next = [id, child].map((each) => until(each, hasOpenQuestion).catch(() => {}))
        await Promise.race([over, ...next])
      }
      return over
    },
  }
}

function hasOpenQuestion({ questions }: ExecutionState): boolean {
  return [...questions.values()].some(
    ({ status, question }) => status === 'pending' && question.expiresAt === undefined,
  )
}

async function answerOpen(engine: ExecutionEngine, execution: string): Promise<void> {
  const questions = (await engine.view(execution))?.state.questions.values() ?? []
  for (const { id: question, status, ...asked } of [...questions]) {
    const isOpen = status === 'pending' && asked.question.expiresAt === undefined
    if (isOpen) await engine.answer({ execution, question, by: ADA, answer: { value: true } })
  }
}

function runnerOf(scripts: Record<string, Script>, options: ProcessOptions, tasks: Task[]): Runner {
  return {
    isQuick: (type) => options.quick?.includes(type) ?? false,
    isPure: (type) => options.pure?.includes(type) ?? false,
    isHeavy: (task) => options.heavy?.includes(nodeOf(task)) ?? false,
    mayRunAgain: (type) => !(options.mayNotRunAgain?.includes(type) ?? false),
    run: (task): Outcome | Promise<Outcome> => {
      tasks.push(task)
      options.onRun?.(task)
      const id = nodeOf(task)
      const { inputs } = task
      const script = scripts[id] ?? (() => ({ outputs: { out: inputs.in ?? id, value: inputs.in ?? id } }))
      return script(Object.create(task, { clock: { value: realClock } }))
    },
    resolve: (request) => (options.resolve ?? resolvePaths)(request),
    childOutputs: ({ id, outputs }) => ({ outputs, execution_id: id }),
  }
}

export function nodeOf({ record, node }: Task): string {
  return record.plan.nodes[node]?.id ?? ''
}

export function newRecord(id: string, plan: Plan): ExecutionRecord {
  return { id, workflowId: 'workflow-1', createdAt: realClock.now(), plan, secrets: null, depth: 0, about: {} }
}
