/**
 * Runs nodes for the engine: fills in settings and secrets, provides the effects, and converts the result or the thrown
 * value into an outcome. E6: outcomes contain no secrets.
 */
import { type ExecutionRecord, failureOf, type LogLine, type Outcome, type Runner, type Task } from '@millrace/engine'
import {
  type AskResult,
  type ConversationMessage,
  cutText,
  defaultsOf,
  type Effects,
  type FlowCall,
  type FlowResult,
  isObject,
  isSpecialResult,
  type NodeDefinition,
  NodeFailure,
  type NodeResult,
  type Question,
  type RunContext,
  type SpecialResult,
  sumOfUsage,
  tooLargeIn,
  type Usage,
} from '@millrace/model'
import type { EffectsStep, StepEffects } from '../../effects/create-effects.ts'
import { masked } from '../../platform/masking.ts'
import { stableId } from '../../platform/stable-id.ts'
import type { Workers } from '../../platform/workers/workers.ts'
import type { EndedFlow } from '../child-executions.ts'
import { type ResolverNeeds, resolveSettings } from '../expressions/resolve-settings.ts'
import { jsonOf } from './json-outputs.ts'
import { inputsFor } from './large-inputs.ts'
import { hasCheckedInputs, withTexts } from './large-results.ts'
import { namedOutputs } from './named-outputs.ts'
import { offloaded, threadFor } from './offload/offload.ts'
import type { ConfigReader } from './step-secrets.ts'
import { type ToolBoxNeeds, toolsMade, toolsOf } from './tools/tool-box.ts'

export interface RunnerNeeds {
  readonly definitions: ReadonlyMap<string, NodeDefinition>
  readonly configOf: ConfigReader
  readonly effectsFor: (step: EffectsStep) => Effects
  /** What settings with expressions need; without it they fail their node. */
  readonly expressions?: Pick<ResolverNeeds, 'catalogue' | 'evaluateFor'>
  /** What agents need to use the nodes on their tool port. */
  readonly tools: Pick<ToolBoxNeeds, 'workflow' | 'runWorkflow' | 'mcpTools'>
  /** Runs a flow as a child execution of a step; without it nodes cannot run flows. */
  readonly runFlow?: (task: Task, call: FlowCall, stepsLeft: number | undefined) => Promise<EndedFlow>
  /** The size limit of a port value. */
  readonly maxValueBytes?: number
  /** Threads for data nodes with large inputs; without them every node runs on the main thread. */
  readonly threads?: {
    readonly pure: Workers
    /** A pool apart from that of pure nodes: these tasks occupy a thread while they wait for the sandbox. */
    readonly sandboxed: Workers
    readonly sandboxFor: StepEffects['sandboxFor']
  }
  /** Publishes a piece of a step's text to the watchers. */
  readonly onDelta?: (task: Task, text: string) => void
}

const MAX_LOG_LINES = 1000
const MAX_LOG_CHARACTERS = 10_000

export function createRunner(needs: RunnerNeeds): Runner {
  const { definitions } = needs
  return {
    isQuick: (type) => definitions.get(type)?.quick === true,
    mayRunAgain: (type, config) => (definitions.get(type)?.afterCrash?.(config) ?? 'run again') === 'run again',
    // The output ports of the sub-workflow node.
    childOutputs: ({ id, outputs, config }) => ({ ...namedOutputs(outputs, config), outputs, execution_id: id }),
    resolve: (request) => {
      const { record, node } = request
      return resolveSettings({ ...resolverOf(needs), configOf: needs.configOf }, { record, node }, request)
    },
    run: (task) => runStep(task, needs),
  }
}

function runStep(task: Task, needs: RunnerNeeds): Outcome | Promise<Outcome> {
  const { definitions, configOf, effectsFor, tools, maxValueBytes = Number.POSITIVE_INFINITY, onDelta } = needs
  const node = task.record.plan.nodes[task.node]
  const definition = definitions.get(node?.type ?? '')
  if (definition?.run === undefined) return notRunnable(node?.type)
  const run = definition.run.bind(definition)
  const logs = new StepLog()
  let secrets: readonly string[] = []
  let usage: Usage | undefined
  const messages: ConversationMessage[] = []
  const flows = new ChildFlows(task, needs.runFlow)
  const onUsage = (more: Usage) => {
    usage = sumOfUsage(usage, more)
  }
  const effectsWith = (idempotencyKey: string) =>
    effectsFor({ ...stepOf(task), idempotencyKey, attempt: task.attempt, onUsage })
  const effects = lazily(() => effectsWith(task.idempotencyKey))
  /** Takes the logs and usage recorded since the last call; the next write stores them. */
  const takeSofar = (): Pick<Outcome, 'logs' | 'usage'> | undefined => {
    const lines = logs.take()
    const used = usage
    usage = undefined
    return loggedAndUsed(lines, used)
  }
  const finish = (outcome: Outcome, isChecked = false): Outcome => {
    const bounded = isChecked ? outcome : withinLimit(outcome, maxValueBytes)
    return masked(
      {
        ...bounded,
        ...takeSofar(),
        ...(messages.length > 0 && { messages }),
        ...(flows.steps > 0 && { steps: flows.steps }),
      },
      secrets,
    )
  }
  const log: RunContext['log'] = (level, message, context) =>
    logs.write({ level, message, ...(context && { context }) })
  const fail = (error: unknown): Outcome => finish({ failure: failureOf(error) })
  const resolve = toolResolver(task, needs)
  const toolNeeds = { definitions, configOf, effectsFor: effectsWith, log, resolve, ...tools }
  try {
    const own = configOf(task, launchSettings(definition, task.launch))
    secrets = own.secrets
    const config = { ...defaultsOf(definition.config), ...own.config }
    const context: Omit<RunContext, 'inputs' | 'effects'> = {
      config,
      ...factsOf(task),
      tools: () => toolsOf(task, toolNeeds),
      toolsFor: (given) => toolsMade(given, task, toolNeeds),
      label: node?.label ?? '',
      ...(needs.runFlow && { runFlow: (call: FlowCall) => flows.run(call) }),
      addMessage: ({ role, content }) => void messages.push({ role, content: String(content) }),
      isWired: (port) => isWired(task, port),
      say: (delta) => {
        if (!task.signal.aborted) onDelta?.(task, masked(String(delta), secrets))
      },
      note: (key, value) => {
        if (definition.quick === true) return Promise.reject(new Error('A quick node has no notes.'))
        const large = tooLargeIn({ [key]: value }, maxValueBytes)
        if (large !== undefined) return Promise.reject(new NodeFailure('VALUE_TOO_LARGE', large.message))
        return task.note(key, masked(jsonOf({ value }).value, secrets), masked(takeSofar(), secrets))
      },
      log,
    }
    const completed = (result: NodeResult) => finish(outcomeOf(result, task), hasCheckedInputs(result))
    const runWith = (inputs: Task['inputs']): Outcome | Promise<Outcome> => {
      const result = run({
        ...context,
        inputs,
        get effects() {
          return effects()
        },
      })
      const written =
        result instanceof Promise
          ? result.then((value) => withTexts(value, maxValueBytes))
          : withTexts(result, maxValueBytes)
      return written instanceof Promise ? written.then(completed).catch(fail) : completed(written)
    }
    const runHere = (): Outcome | Promise<Outcome> => {
      const given = inputsFor(definition.id, task.inputs)
      return given instanceof Promise ? given.then(runWith).catch(fail) : runWith(given)
    }
    const elsewhere = secrets.length > 0 ? undefined : inThread(task, { definition, config }, needs.threads)
    if (elsewhere === undefined) return runHere()
    return elsewhere
      .then((outcome) => {
        if (outcome === undefined) return runHere()
        for (const line of outcome.logs ?? []) logs.write(line)
        return finish(outcome)
      })
      .catch(fail)
  } catch (error) {
    return fail(error)
  }
}

/** Creates a value on first use: most steps are quick and need no effects. */
function lazily<T>(create: () => T): () => T {
  let value: T | undefined
  return () => {
    value ??= create()
    return value
  }
}

/** The context of a node. */
function factsOf(task: Task) {
  const { launch, round, signal, idempotencyKey, attempt, replies, notes, conversation } = task
  return { launch, round, signal, idempotencyKey, attempt, replies, notes, conversation, ...sessionOf(task.record) }
}

function loggedAndUsed(
  logs: readonly LogLine[],
  usage: Usage | undefined,
): Pick<Outcome, 'logs' | 'usage'> | undefined {
  if (logs.length === 0 && usage === undefined) return undefined
  return { ...(logs.length > 0 && { logs }), ...(usage && { usage }) }
}

interface Configured {
  readonly definition: NodeDefinition
  readonly config: Readonly<Record<string, unknown>>
}

/** The outcome of a data node with large values, from a worker thread; undefined if it must run on the main thread. */
function inThread(task: Task, { definition, config }: Configured, pools: RunnerNeeds['threads']) {
  const { record, inputs, launch, signal } = task
  const thread = threadFor(definition.id, config, inputs)
  const pool = thread && pools?.[thread]
  if (pool === undefined) return undefined
  const wired = record.plan.edges.flatMap((edge) => (edge.from === task.node ? [edge.fromPort] : []))
  const label = record.plan.nodes[task.node]?.label ?? ''
  const sandbox = thread === 'sandboxed' ? pools?.sandboxFor(stepOf(task)) : undefined
  const given = { type: definition.id, config, inputs, launch, label, wired }
  return offloaded(pool, { ...given, caller: record.workflowId, signal, sandbox })
}

/** The outcome, or the failure of a step whose result has a value above the limit. */
function withinLimit(outcome: Outcome, maxBytes: number): Outcome {
  const values = 'outputs' in outcome ? outcome.outputs : 'child' in outcome ? outcome.child.inputs : undefined
  const large = values && tooLargeIn(values, maxBytes)
  return large === undefined ? outcome : { failure: { code: 'VALUE_TOO_LARGE', message: large.message } }
}

function sessionOf({ about: { session } }: ExecutionRecord): { readonly session?: string } {
  return session === undefined ? {} : { session }
}

/** The part of a step that effects need. */
function stepOf({ signal, record }: Task): Pick<EffectsStep, 'signal' | 'owner' | 'queueKey'> {
  const { queueKey, startedBy } = record.about
  return { signal, owner: ownerOf(record), queueKey: queueKey ?? startedBy ?? '' }
}

/** The memory scope of a step. */
function ownerOf(record: ExecutionRecord): EffectsStep['owner'] {
  return {
    ...sessionOf(record),
    workflow: record.workflowId,
    execution: record.about.root ?? record.id,
  }
}

/** The flows that an attempt of a step runs as child executions; together they share the remaining step limit. */
class ChildFlows {
  readonly #task: Task
  readonly #run: RunnerNeeds['runFlow']
  steps = 0

  constructor(task: Task, run: RunnerNeeds['runFlow']) {
    this.#task = task
    this.#run = run
  }

  async run(call: FlowCall): Promise<FlowResult> {
    const { steps: limit } = this.#task
    if (this.#run === undefined) throw new NodeFailure('NOT_RUNNABLE', 'Flows cannot run on this service.')
    const left = limit === undefined ? undefined : Math.max(0, limit.left - this.steps)
    const { steps, end } = await this.#run(this.#task, call, left)
    this.steps += steps
    if (end instanceof NodeFailure) throw end
    if (limit === undefined || this.steps <= limit.left) return end
    throw new NodeFailure('STEP_LIMIT', `The flow has visited ${limit.max} nodes and may visit no more.`)
  }
}

/** The log of one attempt of a step, with a limit. */
class StepLog {
  #lines: LogLine[] = []
  #written = 0

  write({ level, message, context }: LogLine): void {
    if (this.#written >= MAX_LOG_LINES) return
    this.#written += 1
    const line = { level, message: cutText(String(message), MAX_LOG_CHARACTERS) }
    this.#lines.push(context === undefined ? line : { ...line, context: jsonOf(context) })
  }

  /** The lines since the last call. */
  take(): readonly LogLine[] {
    const lines = this.#lines
    this.#lines = []
    return lines
  }
}

/** Evaluates the expressions of a tool over the arguments of a call and the nodes before the step that uses it. */
function toolResolver({ record, signal, toolScope }: Task, needs: RunnerNeeds): NonNullable<ToolBoxNeeds['resolve']> {
  return async (tool, args) => {
    if (tool.expressions === undefined) return {}
    const scope = await toolScope(tool.expressions, args)
    const request = { record, settings: tool.expressions.settings, scope, signal }
    return resolveSettings({ ...resolverOf(needs), configOf: needs.configOf }, { record, tool }, request)
  }
}

function resolverOf({ expressions }: RunnerNeeds): NonNullable<RunnerNeeds['expressions']> {
  if (expressions !== undefined) return expressions
  throw new NodeFailure('NOT_RUNNABLE', 'Expressions cannot be evaluated on this service.')
}

function notRunnable(type = ''): Outcome {
  return { failure: { code: 'NOT_RUNNABLE', message: `Nodes of the type "${type}" cannot run on this service.` } }
}

const NO_SETTINGS: Record<string, unknown> = {}

function isEmpty(values: object): boolean {
  for (const _ in values) return false
  return true
}

/** Launch values may be settings as well as inputs. */
function launchSettings({ config }: NodeDefinition, launch: Task['launch']): Record<string, unknown> {
  if (isEmpty(launch)) return NO_SETTINGS
  const known = isObject(config.properties) ? config.properties : {}
  return Object.fromEntries(Object.entries(launch).filter(([key]) => Object.hasOwn(known, key)))
}

function isWired({ record, node }: Task, port: string): boolean {
  return record.plan.edges.some((edge) => edge.from === node && edge.fromPort === port)
}

/** Stable when the step is run again after a crash: it counts the questions that were closed before. */
function questionId({ record, node, scope, replies }: Task): string {
  return stableId('question', record.id, record.plan.nodes[node]?.id ?? '', scope, String(replies.length))
}

/** The error as it is read back from the journal. */
function questionOf({ question }: AskResult): Question {
  return { ...question, config: jsonOf({ ...question.config }) as Question['config'] }
}

function outcomeOf(result: NodeResult, task: Task): Outcome {
  if (isSpecialResult(result)) return specialOutcome(result, task)
  if (!isObject(result))
    return { failure: { code: 'BAD_OUTPUT', message: 'The node returned a value that is not an outputs object.' } }
  return { outputs: jsonOf(result) }
}

function specialOutcome(result: SpecialResult, task: Task): Outcome {
  switch (result.kind) {
    case 'take_branches':
      return { outputs: jsonOf(result.outputs), taken: result.branches }
    case 'end_run': {
      const { status, failure } = result
      return { outputs: {}, ends: failure === undefined ? { status } : { status, failure } }
    }
    case 'sleep_until':
      return { sleepUntil: result.time, outputs: jsonOf(result.outputs) }
    case 'run_workflow': {
      const { workflow, inputs, wait } = result
      return { child: { workflow, inputs: hasCheckedInputs(result) ? inputs : jsonOf(inputs), wait } }
    }
    case 'ask':
      return { asks: { id: questionId(task), question: questionOf(result) } }
    case 'continue_loop':
      return { goesOn: result.goesOn }
    default:
      return unknownResult(result)
  }
}

/** A custom node built against a newer model may return an unknown kind. */
function unknownResult(result: never): Outcome {
  const kind = String((result as { kind?: unknown }).kind)
  return { failure: { code: 'BAD_OUTPUT', message: `The node returned a result of the unknown kind "${kind}".` } }
}
