/** One attempt of a step: the context that its node runs with, and what the node has logged, used and added so far. */
import type { LogLine, Outcome, Task } from '@millrace/engine'
import {
  type ConversationMessage,
  type Effects,
  type FlowCall,
  type FlowResult,
  type ModelUsage,
  type NodeDefinition,
  NodeFailure,
  type RunContext,
  sumOfUsage,
  tooLargeIn,
  type Usage,
  withModelUsage,
} from '@millrace/model'
import { masked } from '../../platform/masking.ts'
import { resolveSettings } from '../expressions/resolve-settings.ts'
import { customStack, isUnexpected } from './custom-stack.ts'
import { jsonOf } from './json-outputs.ts'
import { type RunnerNeeds, resolverOf, stepOf } from './runner-needs.ts'
import { StepLog } from './step-log.ts'
import { type ToolBoxNeeds, toolsMade, toolsOf } from './tools/tool-box.ts'

type Values = Readonly<Record<string, unknown>>

const NONE: Values = Object.freeze({})
/** Until the settings of the step are known. */
const NO_CONFIG: Record<string, unknown> = Object.freeze({})
const NO_LINES: readonly LogLine[] = Object.freeze([])

/**
 * Getters instead of closures, because most nodes are quick and use only their config and inputs. Getters that return a
 * function return a bound one: nodes destructure the context.
 */
export class StepContext implements RunContext {
  config: Record<string, unknown> = NO_CONFIG
  inputs: Values = NONE
  readonly session?: string
  /** The secrets in the config, which are masked in everything that leaves the step. */
  secrets: readonly string[] = []
  /** This object, also if a getter is read through an object that inherits from it. */
  private readonly base: StepContext = this
  private readonly task: Task
  private readonly definition: NodeDefinition
  private readonly needs: RunnerNeeds
  private lines: StepLog | undefined
  private usage: Usage | undefined
  private models: readonly ModelUsage[] | undefined
  private messages: ConversationMessage[] | undefined
  private ownEffects: Effects | undefined
  /** Steps of the flows that the node has run. */
  private steps = 0

  constructor(task: Task, definition: NodeDefinition, needs: RunnerNeeds) {
    this.task = task
    this.definition = definition
    this.needs = needs
    const { session } = task.record.about
    if (session !== undefined) this.session = session
  }

  get launch(): Values {
    return this.task.launch
  }

  get round(): number {
    return this.task.round
  }

  get signal(): AbortSignal {
    return this.task.signal
  }

  get idempotencyKey(): string {
    return this.task.idempotencyKey
  }

  get attempt(): number {
    return this.task.attempt
  }

  get replies(): Task['replies'] {
    return this.task.replies
  }

  get notes(): Values {
    return this.task.notes
  }

  get conversation(): Task['conversation'] {
    return this.task.conversation
  }

  get label(): string {
    return this.task.record.plan.nodes[this.task.node]?.label ?? ''
  }

  get effects(): Effects {
    const { base } = this
    base.ownEffects ??= base.effectsWith(base.task.idempotencyKey)
    return base.ownEffects
  }

  get isWired(): RunContext['isWired'] {
    const { record, node } = this.task
    return (port) => record.plan.edges.some((edge) => edge.from === node && edge.fromPort === port)
  }

  get say(): RunContext['say'] {
    return (delta) => {
      if (!this.task.signal.aborted) this.needs.onDelta?.(this.task, masked(String(delta), this.secrets))
    }
  }

  get note(): RunContext['note'] {
    const { base } = this
    return (key, value) => {
      const { quick, pure } = base.definition
      if (quick || pure) return Promise.reject(new Error('A quick or pure node has no notes.'))
      const large = tooLargeIn({ [key]: value }, base.needs.maxValueBytes ?? Number.POSITIVE_INFINITY)
      if (large !== undefined) return Promise.reject(new NodeFailure('VALUE_TOO_LARGE', large.message))
      const { secrets } = base
      return base.task.note(key, masked(jsonOf({ value }).value, secrets), masked(base.takeSofar(), secrets))
    }
  }

  get tools(): RunContext['tools'] {
    const { base } = this
    return () => toolsOf(base.task, base.toolNeeds)
  }

  get toolsFor(): NonNullable<RunContext['toolsFor']> {
    const { base } = this
    return (given) => toolsMade(given, base.task, base.toolNeeds)
  }

  get mcpTools(): NonNullable<RunContext['mcpTools']> {
    const { base } = this
    const { signal, record } = base.task
    return (config) => base.toolNeeds.mcpTools(config, { signal, workflow: record.workflowId })
  }

  get addMessage(): NonNullable<RunContext['addMessage']> {
    const { base } = this
    return ({ role, content }) => {
      base.messages ??= []
      base.messages.push({ role, content: String(content) })
    }
  }

  get runFlow(): NonNullable<RunContext['runFlow']> {
    const { base } = this
    return (call) => base.ranFlow(call)
  }

  get log(): RunContext['log'] {
    const { base } = this
    return (level, message, context) => base.write({ level, message, ...(context && { context }) })
  }

  write(line: LogLine): void {
    this.lines ??= new StepLog()
    this.lines.write(line)
  }

  /** Logs the stack trace of an unexpected error of a custom node, in the step and in the service. */
  threw(error: unknown, type = this.definition.id, secrets = this.secrets): void {
    const file = this.needs.custom?.fileOf(type)
    // After an abort any error may be the consequence of it.
    if (file === undefined || this.task.signal.aborted || !isUnexpected(error)) return
    const stack = masked(customStack(error, file), secrets)
    this.write({ level: 'error', message: stack })
    const { record, node } = this.task
    this.needs.custom?.report({ execution: record.id, node: record.plan.nodes[node]?.id ?? '', type, stack })
  }

  /** The outcome with everything that the node added to it, without secrets (E6). */
  finished(outcome: Outcome): Outcome {
    const sofar = this.takeSofar()
    const { messages, steps, secrets } = this
    if (sofar === undefined && messages === undefined && steps === 0) return masked(outcome, secrets)
    return masked({ ...outcome, ...sofar, ...(messages && { messages }), ...(steps > 0 && { steps }) }, secrets)
  }

  /** Takes the logs and usage recorded since the last call; the next write stores them. */
  private takeSofar(): Pick<Outcome, 'logs' | 'usage' | 'models'> | undefined {
    const logs = this.lines?.take() ?? NO_LINES
    const { usage, models } = this
    if (logs.length === 0 && usage === undefined) return undefined
    this.usage = undefined
    this.models = undefined
    return { ...(logs.length > 0 && { logs }), ...(usage && { usage }), ...(models && { models }) }
  }

  private effectsWith(idempotencyKey: string): Effects {
    const onUsage = (more: Usage, counted: ModelUsage) => {
      this.usage = sumOfUsage(this.usage, more)
      this.models = withModelUsage(this.models, counted)
    }
    const trace = this.needs.traceOf?.(this.task)
    const { attempt } = this.task
    return this.needs.effectsFor({ ...stepOf(this.task), idempotencyKey, attempt, trace, onUsage })
  }

  private get toolNeeds(): ToolBoxNeeds {
    const { definitions, configOf, tools } = this.needs
    const effectsFor = (key: string) => this.effectsWith(key)
    const resolve = toolResolver(this.task, this.needs)
    const onError: ToolBoxNeeds['onError'] = (error, type, secrets) => this.threw(error, type, secrets)
    const mcpTools: ToolBoxNeeds['mcpTools'] = (config, user) =>
      tools.mcpTools(config, { ...user, trace: this.needs.traceOf?.(this.task) })
    return { definitions, configOf, effectsFor, log: this.log, resolve, onError, ...tools, mcpTools }
  }

  /** Runs a flow as a child execution. All flows of an attempt share the remaining step limit. */
  private async ranFlow(call: FlowCall): Promise<FlowResult> {
    const { steps: limit } = this.task
    const { runFlow } = this.needs
    if (runFlow === undefined) throw new NodeFailure('NOT_RUNNABLE', 'Flows cannot run on this service.')
    const left = limit === undefined ? undefined : Math.max(0, limit.left - this.steps)
    const { steps, end } = await runFlow(this.task, call, left)
    this.steps += steps
    if (end instanceof NodeFailure) throw end
    if (limit === undefined || this.steps <= limit.left) return end
    throw new NodeFailure('STEP_LIMIT', `The flow has visited ${limit.max} nodes and may visit no more.`)
  }
}

/** Evaluates the expressions of a tool over the arguments of a call and the nodes before the step that uses it. */
function toolResolver(task: Task, needs: RunnerNeeds): NonNullable<ToolBoxNeeds['resolve']> {
  const { record, signal } = task
  return async (tool, args) => {
    if (tool.expressions === undefined) return {}
    const scope = await task.toolScope(tool.expressions, args)
    const request = { record, settings: tool.expressions.settings, scope, signal }
    return resolveSettings({ ...resolverOf(needs), configOf: needs.configOf }, { record, tool }, request)
  }
}
