/**
 * One execution of the workflow around a node, on the engine and the runner of the service. The journal is in memory, and
 * the clock skips waiting.
 */
import { Engine, type Failure, type LogLine, type Runner, type Task } from '@millrace/engine'
import { MemoryJournal } from '@millrace/engine/testing/memory-journal'
import type { NodeDefinition, Question } from '@millrace/model'
import { childPorts, createRunner, NO_TOOLS, secretsReader } from '@millrace/service/testing/node-runner'
import { abortable, type EffectOptions, type FakeWorkflows, fakeEffects } from './fake-effects.ts'
import { NODE, type PlannedNode } from './one-node-workflow.ts'
import { TestClock } from './test-clock.ts'

type Values = Readonly<Record<string, unknown>>

export interface TrialOptions extends EffectOptions {
  readonly launch?: Values
  readonly answers?: readonly unknown[] | ((question: Question, number: number) => unknown)
  readonly workflows?: FakeWorkflows
  readonly signal?: AbortSignal
  readonly now: number
  readonly maxValueBytes: number
}

export interface TrialEnd {
  /** `waiting`: it asked a question that has no answer. */
  readonly status: 'completed' | 'failed' | 'cancelled' | 'waiting'
  readonly outputs: Values
  /** Why it failed, as the service stores it. */
  readonly failure?: Failure
  /** What the last attempt threw, with its stack trace. */
  readonly error?: unknown
  /** The branches that it took; undefined if it takes all. */
  readonly branches?: readonly string[]
  /** How many times it was tried. */
  readonly attempts: number
  /** What it wrote to the log. */
  readonly logs: readonly LogLine[]
  /** The text that it streamed. */
  readonly said: string
  readonly questions: readonly Question[]
  /** The workflows that it ran. */
  readonly calls: readonly { readonly workflow: string; readonly inputs: Values; readonly wait: boolean }[]
  /** The time at its end. */
  readonly endedAt: number
}

const ID = 'execution'
const TESTER = { id: 'tester', name: 'Tester' }
/** Turns of the event loop without a change after which nothing more happens by itself. */
const QUIET_TURNS = 10

export class Trial {
  readonly #planned: PlannedNode
  readonly #options: TrialOptions
  readonly #clock: TestClock
  readonly #journal = new MemoryJournal()
  readonly #engine: Engine
  readonly #questions: Question[] = []
  readonly #calls: TrialEnd['calls'][number][] = []
  #said = ''
  #error: unknown
  /** Attempts that run now. */
  #running = 0
  #onChange: () => void = () => {}

  constructor(planned: PlannedNode, options: TrialOptions) {
    this.#planned = planned
    this.#options = options
    this.#clock = new TestClock(options.now)
    this.#engine = new Engine({
      journal: this.#journal,
      clock: this.#clock,
      runner: this.#runner(),
      maxActive: 1,
      maxValueBytes: options.maxValueBytes,
    })
  }

  async run(): Promise<TrialEnd> {
    const { plan, secrets } = this.#planned
    const { launch, signal, now } = this.#options
    const sealed = Object.keys(secrets).length === 0 ? null : new Uint8Array()
    const record = { id: ID, workflowId: 'workflow', createdAt: now, plan, secrets: sealed, depth: 0, about: {} }
    const cancel = () => void this.#engine.cancel(ID)
    await this.#engine.start(record, { inputs: launch === undefined ? {} : { [NODE]: launch } })
    if (signal?.aborted) cancel()
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      await this.#untilOver()
      return await this.#end()
    } finally {
      signal?.removeEventListener('abort', cancel)
      await this.#engine.close()
    }
  }

  #runner(): Runner {
    const { catalogue, definitions, secrets } = this.#planned
    const effects = fakeEffects(this.#options, () => this.#clock.now())
    const vault = { seal: () => new Uint8Array(), open: () => JSON.stringify(secrets) }
    const runner = createRunner({
      definitions: new Map([...definitions].map(([id, one]) => [id, this.#watched(one)])),
      configOf: secretsReader(vault, catalogue),
      effectsFor: ({ signal }) => abortable(effects, signal),
      tools: NO_TOOLS,
      maxValueBytes: this.#options.maxValueBytes,
      onDelta: (_task, text) => {
        this.#said += text
      },
    })
    return { ...runner, run: (task) => this.#withWorkflows(runner, task) }
  }

  /** The definition, with its running attempts counted and its errors kept. */
  #watched(definition: NodeDefinition): NodeDefinition {
    const { run } = definition
    if (run === undefined) return definition
    const failed = (error: unknown) => {
      this.#error = error
      throw error
    }
    const watched: NonNullable<NodeDefinition['run']> = (context) => {
      try {
        const result = run.call(definition, context)
        if (!(result instanceof Promise)) return result
        this.#running += 1
        return result.catch(failed).finally(() => {
          this.#running -= 1
          this.#onChange()
        })
      } catch (error) {
        return failed(error)
      }
    }
    return { ...definition, run: watched }
  }

  /** Runs a step; a workflow that it wants to run is answered by the fake of the test. */
  async #withWorkflows(runner: Runner, task: Task): Promise<Awaited<ReturnType<Runner['run']>>> {
    const outcome = await runner.run(task)
    if (!('child' in outcome)) return outcome
    const { workflow, inputs, wait } = outcome.child
    this.#calls.push({ workflow, inputs, wait })
    const fake = this.#options.workflows?.[workflow]
    if (fake === undefined) {
      const message = `The node ran the workflow "${workflow}": pass it as "workflows: { '${workflow}': … }" to runNode.`
      return { failure: { code: 'NOT_FOUND', message } }
    }
    const { config } = task.record.plan.nodes[task.node] ?? {}
    const outputs = wait ? { outputs: await fake(inputs) } : {}
    const { child: _, ...rest } = outcome
    return { ...rest, outputs: childPorts({ id: 'child', ...outputs, config }) }
  }

  /** Lets the engine work until the execution has ended or waits for an answer that the test does not have. */
  async #untilOver(): Promise<void> {
    for (let quiet = 0, written = -1; ; ) {
      await new Promise((resolve) => setImmediate(resolve))
      const row = this.#journal.rows.get(ID)
      if (row !== undefined && !row.head.isActive && row.head.wakeAt === null && (await this.#isOver())) return
      const events = row?.events.length ?? 0
      quiet = events === written ? quiet + 1 : 0
      written = events
      if (quiet < QUIET_TURNS) continue
      if (!(await this.#next())) return
      quiet = 0
    }
  }

  /** Answers a question, or lets time pass. False if nothing can happen any more. */
  async #next(): Promise<boolean> {
    const open = [...this.#journal.questions.values()].find(({ status }) => status === 'pending')
    if (open !== undefined) return this.#answer(open.id, open.question)
    const ms = this.#clock.untilNext()
    if (this.#running === 0) {
      if (ms === undefined) return false
      this.#clock.advance(ms)
      return true
    }
    await this.#changeWithin(ms)
    return true
  }

  /** Waits until the node has returned, or until the next timer is due in real time. */
  async #changeWithin(ms: number | undefined): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const { promise, resolve } = Promise.withResolvers<boolean>()
    this.#onChange = () => resolve(false)
    if (ms !== undefined) timer = setTimeout(() => resolve(true), ms)
    const { signal } = this.#options
    const onAbort = () => resolve(false)
    signal?.addEventListener('abort', onAbort, { once: true })
    const isDue = await promise
    signal?.removeEventListener('abort', onAbort)
    clearTimeout(timer)
    if (isDue && ms !== undefined) this.#clock.advance(ms)
  }

  async #answer(id: string, question: Question): Promise<boolean> {
    const { answers = [] } = this.#options
    const number = this.#questions.push(question) - 1
    if (typeof answers !== 'function' && number >= answers.length) return false
    const value = typeof answers === 'function' ? answers(question, number) : answers[number]
    await this.#engine.answer({ execution: ID, question: id, by: TESTER, answer: { value } })
    return true
  }

  async #isOver(): Promise<boolean> {
    return (await this.#engine.view(ID))?.state.finishedAt !== undefined
  }

  async #end(): Promise<TrialEnd> {
    const known = await this.#engine.view(ID)
    if (known === undefined) throw new Error('The execution is gone.')
    const { state, events } = known
    const at = state.index.plan.nodes.findIndex(({ id }) => id === NODE)
    const step = state.steps.find(({ node }) => node === at)
    const failure = step?.failure ?? (step?.status === 'completed' ? undefined : state.failure)
    const logs = events.flatMap((event) => ('logs' in event && event.node === at ? (event.logs ?? []) : []))
    return {
      status: statusOf(step?.status),
      outputs: { ...step?.outputs },
      ...(failure !== undefined && { failure }),
      ...(failure !== undefined && this.#error !== undefined && { error: this.#error }),
      ...(step?.taken !== undefined && { branches: step.taken }),
      attempts: step?.attempt ?? 0,
      logs,
      said: this.#said,
      questions: this.#questions,
      calls: this.#calls,
      endedAt: this.#clock.now(),
    }
  }
}

function statusOf(status: string | undefined): TrialEnd['status'] {
  if (status === 'completed' || status === 'failed' || status === 'cancelled') return status
  return status === 'interrupted' ? 'waiting' : 'failed'
}
