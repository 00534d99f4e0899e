/** The task of a step. */
import { hasBehaviour } from '../core/behaviour.ts'
import { maxStepsOf } from '../core/decide.ts'
import type { Failure } from '../core/events.ts'
import { launchValues, portsOf, type StepInputs } from '../core/inputs.ts'
import { repliesOf } from '../core/questions.ts'
import { expressionScope } from '../core/settings.ts'
import type { ExecutionState, Step } from '../core/state.ts'
import type { ExecutionRecord, Task } from '../ports.ts'
import { factsOf, loadedScope } from './resolving.ts'
import type { StepAbort } from './step-abort.ts'

export interface TaskNeeds {
  readonly record: ExecutionRecord
  readonly abort: StepAbort
  readonly note: (by: RunningStep, note: StepNote) => Promise<void>
}

export interface RunningStep {
  readonly step: Step
  readonly abort: StepAbort
}

export interface StepNote {
  readonly key: string
  readonly value: unknown
  readonly sofar: Parameters<Task['note']>[2]
}

/** The task of a step, or the failure that prevents it from running. */
export function taskFor(state: ExecutionState, step: Step, needs: TaskNeeds): Task | Failure {
  const ports = portsOf(state, step)
  return ports.failure ?? new StepTask(state, step, ports, needs)
}

type Values = Readonly<Record<string, unknown>>

const NO_NOTES: Values = Object.freeze({})
const NO_REPLIES: Task['replies'] = Object.freeze([])
const NO_MESSAGES: Task['conversation'] = Object.freeze([])

/**
 * What a quick node rarely reads is computed by getters; what may change while the node runs is copied at the start.
 * Getters return bound functions, so that a task can be destructured.
 */
class StepTask implements Task {
  readonly record: ExecutionRecord
  readonly node: number
  readonly attempt: number
  readonly inputs: Values
  readonly replies: Task['replies']
  readonly notes: Values
  readonly conversation: Task['conversation']
  readonly warnings: readonly string[]
  readonly round: number
  readonly steps?: { readonly max: number; readonly left: number }
  private readonly state: ExecutionState
  private readonly step: Step
  private readonly needs: TaskNeeds

  constructor(state: ExecutionState, step: Step, { values, warnings }: StepInputs, needs: TaskNeeds) {
    const { loop, notes, asked } = step
    this.record = needs.record
    this.node = step.node
    this.attempt = nextAttempt(step)
    this.inputs = loop === undefined ? values : { ...values, value: loop.value }
    this.round = loop?.next ?? 0
    this.replies = asked.length === 0 ? NO_REPLIES : repliesOf(step)
    // A copy: notes of this attempt must not appear among those of earlier ones.
    this.notes = isEmpty(notes) ? NO_NOTES : { ...notes }
    this.conversation = conversationOf(state)
    this.warnings = warnings
    this.state = state
    this.step = step
    this.needs = needs
    const max = maxStepsOf(state)
    if (max !== undefined) {
      this.steps = { max, left: Math.max(0, max - state.attempts - (step.status === 'running' ? 0 : 1)) }
    }
  }

  get scope(): string {
    return this.step.scope.path
  }

  get settings(): Values | undefined {
    return this.step.settings
  }

  get signal(): AbortSignal {
    return this.needs.abort.signal
  }

  get launch(): Values {
    const node = this.record.plan.nodes[this.node]
    return launchFor(this.state, node?.id ?? '', node?.trigger === 'start')
  }

  /** E5: the same for all attempts, so that a receiver recognises a call that timed out and is repeated. */
  get idempotencyKey(): string {
    const key = `${this.record.id}:${this.record.plan.nodes[this.node]?.id}:${this.scope}`
    return hasBehaviour(this.state, 2) ? key : `${key}:${this.attempt}`
  }

  get toolScope(): Task['toolScope'] {
    return (expressions, args) => {
      const facts = factsOf(this.record, this.step.startedAt)
      return loadedScope(expressionScope(this.state, this.step, { expressions, facts, inputs: args }))
    }
  }

  get note(): Task['note'] {
    const { abort, note } = this.needs
    return (key, value, sofar) => note({ step: this.step, abort }, { key, value, sofar })
  }
}

function isEmpty(values: Values): boolean {
  for (const _ in values) return false
  return true
}

/** The messages before the run and those of its steps so far. Copied only if a step has added one. */
function conversationOf({ started, messages }: ExecutionState): Task['conversation'] {
  const before = started?.conversation ?? NO_MESSAGES
  return messages.length === 0 ? before : [...before, ...messages]
}

/** The number of the next attempt. A step that was interrupted by a crash, or that asked, continues its attempt. */
export function nextAttempt(step: Step): number {
  return step.status === 'running' || step.isResumed ? step.attempt : step.attempt + 1
}

const NO_LAUNCH: Values = Object.freeze({})

/** The launch inputs of a node. A start node also gets every input that is not named after a node. */
function launchFor(state: ExecutionState, nodeId: string, isStart: boolean): Values {
  const own = launchValues(state, nodeId) ?? NO_LAUNCH
  if (!isStart || isEmpty(state.started?.inputs ?? NO_LAUNCH)) return own
  const ids = new Set(state.index.plan.nodes.map((node) => node.id))
  const rest = Object.entries(state.started?.inputs ?? {}).filter(([key]) => !ids.has(key))
  return { ...Object.fromEntries(rest), ...own }
}
