/**
 * Runs nodes for the engine: fills in settings and secrets, provides the effects, and converts the result or the thrown
 * value into an outcome. E6: outcomes contain no secrets.
 */
import { failureOf, type Outcome, type Runner, type Task } from '@millrace/engine'
import {
  type AskResult,
  defaultsOf,
  hasLarge,
  isObject,
  isSpecialResult,
  type NodeDefinition,
  type NodeResult,
  type Question,
  type SpecialResult,
  tooLargeIn,
} from '@millrace/model'
import { stableId } from '../../platform/stable-id.ts'
import { resolveSettings } from '../expressions/resolve-settings.ts'
import { childPorts } from './child-ports.ts'
import { jsonOf } from './json-outputs.ts'
import { inputsFor } from './large-inputs.ts'
import { hasCheckedInputs, withTexts } from './large-results.ts'
import { offloaded, threadFor } from './offload/offload.ts'
import { type RunnerNeeds, resolverOf, stepOf } from './runner-needs.ts'
import { StepContext } from './step-context.ts'

export function createRunner(needs: RunnerNeeds): Runner {
  const { definitions } = needs
  return {
    isQuick: (type) => definitions.get(type)?.quick === true,
    isPure: (type) => definitions.get(type)?.pure === true,
    isHeavy: (task) => isHeavy(task, definitions.get(task.record.plan.nodes[task.node]?.type ?? '')),
    mayRunAgain: (type, config) => (definitions.get(type)?.afterCrash?.(config) ?? 'run again') === 'run again',
    childOutputs: childPorts,
    resolve: (request) => {
      const { record, node } = request
      return resolveSettings({ ...resolverOf(needs), configOf: needs.configOf }, { record, node }, request)
    },
    run: (task) => runStep(task, needs),
  }
}

/** Code, and steps without effects that transform large values. */
function isHeavy({ inputs }: Task, { pure, heavy }: Partial<NodeDefinition> = {}): boolean {
  return pure === true && (heavy === true || hasLarge(inputs))
}

type RunnableNode = NodeDefinition & Required<Pick<NodeDefinition, 'run'>>

function isRunnable(definition: NodeDefinition | undefined): definition is RunnableNode {
  return definition?.run !== undefined
}

/** One attempt of a step. Synchronous parts return their outcome at once: a promise would cost more than a quick node. */
interface StepRun {
  readonly task: Task
  readonly definition: RunnableNode
  readonly context: StepContext
  readonly maxValueBytes: number
}

function runStep(task: Task, needs: RunnerNeeds): Outcome | Promise<Outcome> {
  const node = task.record.plan.nodes[task.node]
  const definition = needs.definitions.get(node?.type ?? '')
  if (!isRunnable(definition)) return notRunnable(node?.type, needs)
  const context = new StepContext(task, definition, needs)
  const step = { task, definition, context, maxValueBytes: needs.maxValueBytes ?? Number.POSITIVE_INFINITY }
  try {
    const own = needs.configOf(task, launchSettings(definition, task.launch))
    context.secrets = own.secrets
    const isShared = own.config === node?.config
    context.config = isShared ? sharedSettings(definition, own.config) : settingsOf(definition, own.config)
    const elsewhere = own.secrets.length > 0 ? undefined : inThread(step, needs.threads)
    return elsewhere === undefined ? runHere(step) : elsewhere.catch((error: unknown) => failed(step, error))
  } catch (error) {
    return failed(step, error)
  }
}

interface Merged {
  readonly definition: NodeDefinition
  readonly settings: Settings
}

type Settings = Readonly<Record<string, unknown>>

/** By the config of a node in a plan. */
const merged = new WeakMap<Settings, Merged>()

/** Like `settingsOf`, for the config of a plan, which all executions share. Copying a merged one is much faster. */
function sharedSettings(definition: NodeDefinition, config: Settings): Record<string, unknown> {
  const known = merged.get(config)
  if (known?.definition === definition) return { ...known.settings }
  const settings = settingsOf(definition, config)
  merged.set(config, { definition, settings })
  return { ...settings }
}

/** A config with the defaults of its node type. */
function settingsOf(definition: NodeDefinition, config: Settings): Record<string, unknown> {
  return { ...defaultsOf(definition.config), ...config }
}

/** Runs a node on the main thread. May throw what the node throws. */
function runHere(step: StepRun): Outcome | Promise<Outcome> {
  const given = inputsFor(step.definition.id, step.task.inputs)
  if (!(given instanceof Promise)) return runWith(step, given)
  return given.then((inputs) => runWith(step, inputs)).catch((error: unknown) => failed(step, error))
}

function runWith(step: StepRun, inputs: Task['inputs']): Outcome | Promise<Outcome> {
  const { definition, context, maxValueBytes } = step
  context.inputs = inputs
  const result = definition.run(context)
  const written =
    result instanceof Promise
      ? result.then((value) => withTexts(value, maxValueBytes))
      : withTexts(result, maxValueBytes)
  if (!(written instanceof Promise)) return completed(step, written)
  return written.then((value) => completed(step, value)).catch((error: unknown) => failed(step, error))
}

function completed(step: StepRun, result: NodeResult): Outcome {
  const outcome = outcomeOf(result, step.task)
  const isChecked = 'child' in outcome && hasCheckedInputs(result)
  return step.context.finished(isChecked ? outcome : withinLimit(outcome, step.maxValueBytes))
}

function failed({ context }: StepRun, error: unknown): Outcome {
  context.threw(error)
  return context.finished({ failure: failureOf(error) })
}

/** The outcome of a data node with large values, from a worker thread; undefined if it must run on the main thread. */
function inThread(step: StepRun, pools: RunnerNeeds['threads']): Promise<Outcome> | undefined {
  const { task, definition, context } = step
  const { config } = context
  const thread = threadFor(definition.id, config, task.inputs)
  const pool = thread && pools?.[thread]
  if (pool === undefined) return undefined
  const { record, inputs, launch, signal } = task
  const wired = record.plan.edges.flatMap((edge) => (edge.from === task.node ? [edge.fromPort] : []))
  const sandbox = thread === 'sandboxed' ? pools?.sandboxFor(stepOf(task)) : undefined
  const given = { type: definition.id, config, inputs, launch, label: context.label, wired }
  return offloaded(pool, { ...given, caller: record.workflowId, signal, sandbox }).then((outcome) => {
    // No thread was free.
    if (outcome === undefined) return runHere(step)
    for (const line of outcome.logs ?? []) context.write(line)
    return context.finished(withinLimit(outcome, step.maxValueBytes))
  })
}

/** The outcome, or the failure of a step whose result has a value above the limit. */
function withinLimit(outcome: Outcome, maxBytes: number): Outcome {
  const values = 'outputs' in outcome ? outcome.outputs : 'child' in outcome ? outcome.child.inputs : undefined
  const large = values && tooLargeIn(values, maxBytes)
  return large === undefined ? outcome : { failure: { code: 'VALUE_TOO_LARGE', message: large.message } }
}

function notRunnable(type = '', { whyMissing }: Pick<RunnerNeeds, 'whyMissing'>): Outcome {
  const why = whyMissing?.(type)
  const message =
    why === undefined
      ? `Nodes of the type "${type}" cannot run on this service.`
      : `Nodes of the type "${type}" cannot run on this service: their file does not load: ${why}`
  return { failure: { code: 'NOT_RUNNABLE', message } }
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
  let settings = NO_SETTINGS
  // A computed key in a literal, not an assignment: a setting may be called `__proto__`.
  for (const key of Object.keys(launch)) if (Object.hasOwn(known, key)) settings = { ...settings, [key]: launch[key] }
  return settings
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
