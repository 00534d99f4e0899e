/**
 * The parts shared by all Agent Spec node types.
 *
 * N1 Port values are passed to a node under the titles of its properties, cast and with defaults; outputs are mapped
 *    back to the ports.
 * N2 A node with branches takes one of them; it fails if the branch has no connection.
 * N3 References are resolved when the step runs: registered tools and agents, stored workflows.
 */
import {
  credentialsOf,
  DEFAULT_BRANCH,
  type FlowNodeComponent,
  inputsOf,
  NEXT,
  type NodeComponent,
  type NodeKind,
  outputsOf,
  outputValues,
  type Property,
  type Values,
  validateNode,
  valuesFor,
} from '@millrace/agentspec'
import {
  type AskResult,
  ask,
  branchesOf,
  type Directory,
  isObject,
  isResult,
  NEXT_BRANCH,
  type NodeDefinition,
  NodeFailure,
  type NodeOutputs,
  type NodeResult,
  type NodeType,
  nodeTypeOf,
  type RunContext,
  takeBranches,
} from '@millrace/model'
import { Waiting } from '../running/interruption.ts'
import { componentOf } from './component.ts'
import { directoryFor, emptyDirectory, registryOf, type Step } from './step.ts'
import { StepRecord } from './step-record.ts'
import type { StepResult } from './step-result.ts'
import { withMappedWorkflow } from './stored-workflow.ts'

type Kind<K extends NodeKind> = Extract<FlowNodeComponent, { readonly kind: K }>

/** The implementation of one node kind. */
export type SpecRun<K extends NodeKind> = (step: Step<Kind<K>>) => StepResult | Promise<StepResult>

/** Declares an Agent Spec node type with its implementation. */
export function specNode<K extends NodeKind>(kind: K, run: SpecRun<K>, definition: NodeDefinition): NodeDefinition {
  let type: NodeType | undefined
  return Object.freeze({
    ...definition,
    run(context: RunContext) {
      type ??= nodeTypeOf(definition)
      const running = { kind, run, type }
      return definition.quick === true ? runAtOnce(context, running) : runNode(context, running)
    },
  })
}

interface Running<K extends NodeKind> {
  readonly kind: K
  readonly run: SpecRun<K>
  readonly type: NodeType
}

/** Kinds that contain flows, agents and tools; these are validated before they run. */
const HOLDING = new Set<NodeKind>([
  ...(['agent', 'tool', 'flow', 'map', 'parallel_map', 'parallel_flow', 'catch_exception'] as const),
])

async function runNode<K extends NodeKind>(context: RunContext, running: Running<K>): Promise<NodeResult> {
  const made = componentFor(context, running)
  const step = stepOf(context, running, { made, directory: await directoryFor(made.component, context) })
  const result = await resultOf(step, running.run)
  return isResult(result, 'ask') ? result : recordedOf(step, running, { made, result })
}

/** Runs a synchronous kind: it has no references, questions or side effects. */
function runAtOnce<K extends NodeKind>(context: RunContext, running: Running<K>): NodeResult {
  const made = componentFor(context, running)
  const step = stepOf(context, running, { made, directory: emptyDirectory(context) })
  const before = step.conversation.length
  const result = running.run(step)
  if (result instanceof Promise) throw new TypeError(`A ${running.kind} node must complete synchronously.`)
  for (const message of step.conversation.slice(before)) context.addMessage?.(message)
  return recordedOf(step, running, { made, result })
}

type Made<K extends NodeKind> = NodeComponent & { readonly component: Kind<K> }

function componentFor<K extends NodeKind>(context: RunContext, { kind, type }: Running<K>): Made<K> {
  const made = componentOf(context, type)
  const { component } = made
  if (!isKind(component, kind)) throw new NodeFailure('BAD_SETTINGS', `The node is not a ${kind} node.`)
  return { ...made, component }
}

interface Parts<K extends NodeKind> {
  readonly made: Made<K>
  readonly directory: Directory
}

function stepOf<K extends NodeKind>(
  context: RunContext,
  { kind }: Running<K>,
  { made, directory }: Parts<K>,
): Step<Kind<K>> {
  const { component, isDrawn } = made
  const registry = isDrawn ? withMappedWorkflow(registryOf(directory), component) : registryOf(directory)
  // A submitted flow was already validated as a whole.
  if (isDrawn && HOLDING.has(kind)) refuseInvalid(component, registry)
  const inputPorts = inputsOf(component, registry)
  const name = context.label || component.name
  const given = byTitle(context.inputs, isDrawn ? made.inputs : titlesOf(inputPorts))
  return {
    node: component,
    name,
    isDrawn,
    context,
    directory,
    registry,
    record: new StepRecord(context),
    credentials: credentialsOf(component, context.config),
    inputs: inputValues(kind, given, { name, inputPorts, config: context.config }),
    inputPorts,
    outputPorts: outputsOf(component, registry),
    conversation: [...(context.conversation ?? [])],
  }
}

function recordedOf<K extends NodeKind>(
  { context, name, outputPorts, isDrawn }: Step,
  { kind, type }: Running<K>,
  { made, result }: { readonly made: Made<K>; readonly result: StepResult },
): NodeResult {
  if (result.recorded !== undefined) return result.recorded
  const titles = isDrawn ? made.outputs : titlesOf(outputPorts)
  const outputs = byPort(outputValues(outputPorts, asJson(result.outputs), name), titles)
  return left(kind, { context, type, name, branch: result.branch ?? NEXT, outputs })
}

/** Returns the result of the step, or its next question. Messages are recorded when the step ends. */
async function resultOf<K extends NodeKind>(step: Step<Kind<K>>, run: SpecRun<K>): Promise<StepResult | AskResult> {
  const { context, record, conversation } = step
  const before = conversation.length
  const addMessages = () => {
    for (const message of conversation.slice(before)) context.addMessage?.(message)
  }
  try {
    const result = record.result ?? (await run(step))
    addMessages()
    await record.noteResult(result)
    return result
  } catch (error) {
    if (error instanceof Waiting) {
      await record.noteQuestion(error)
      return ask(error.question)
    }
    addMessages()
    throw error
  }
}

function isKind<K extends NodeKind>(component: FlowNodeComponent, kind: K): component is Kind<K> {
  return component.kind === kind
}

function refuseInvalid(component: FlowNodeComponent, registry: Step['registry']): void {
  const [first] = validateNode(component, registry).errors
  if (first !== undefined) throw new NodeFailure('INVALID_FLOW', `The node is invalid: ${first}.`)
}

interface Taking {
  readonly name: string
  readonly inputPorts: readonly Property[]
  readonly config: RunContext['config']
}

/** N1 */
function inputValues(kind: NodeKind, given: Values, { name, inputPorts, config }: Taking): Values {
  // A start node has no inputs other than the launch inputs.
  if (kind === 'start') return {}
  const isMap = kind === 'map' || kind === 'parallel_map'
  // A map input is a value or a list of values; the flow casts each item.
  const ports = isMap ? inputPorts.map(withoutType) : inputPorts
  const flowOutputs = kind === 'end' && Array.isArray(config.flow_outputs) ? config.flow_outputs : []
  const hasFlowDefault = (title: string) =>
    flowOutputs.some((one) => isObject(one) && one.title === title && one.default !== undefined)
  return valuesFor(ports, given, {
    whose: `Input of "${name}":`,
    missing({ title }) {
      if (isMap || hasFlowDefault(title)) return undefined
      throw new NodeFailure('MISSING_INPUT', `Input "${title}" of "${name}" has no value and no default.`)
    },
  })
}

function withoutType({ title, default: fallback }: Property): Property {
  return fallback === undefined ? { title } : { title, default: fallback }
}

type Titles = ReadonlyMap<string, string>

function titlesOf(properties: readonly Property[]): Titles {
  return new Map(properties.map(({ title }) => [title, title]))
}

function byTitle(values: RunContext['inputs'], titles: Titles): Values {
  return Object.fromEntries(
    [...titles].flatMap(([port, title]) => (values[port] === undefined ? [] : [[title, values[port]]])),
  )
}

function byPort(values: NodeOutputs, titles: Titles): NodeOutputs {
  return Object.fromEntries(
    [...titles].flatMap(([port, title]) => (Object.hasOwn(values, title) ? [[port, values[title]]] : [])),
  )
}

/** The values as they will be read back from disk. */
function asJson(outputs: Values): Values {
  const read: unknown = JSON.parse(JSON.stringify(outputs))
  return isObject(read) ? read : {}
}

interface Leaving {
  readonly context: RunContext
  readonly type: NodeType
  readonly name: string
  readonly branch: string
  readonly outputs: NodeOutputs
}

/** N2 */
function left(kind: NodeKind, { context, type, name, branch, outputs }: Leaving): NodeResult {
  if (kind !== 'branching' && kind !== 'flow' && kind !== 'catch_exception') return outputs
  if (branch === NEXT && kind !== 'branching') return takeBranches([NEXT_BRANCH], outputs)
  const port = branch === DEFAULT_BRANCH ? fallbackOf(type, context.config) : branch
  if (context.isWired(port)) return takeBranches([port], outputs)
  throw new NodeFailure('NO_NEXT_NODE', `Nothing follows the branch "${branch}" of "${name}".`)
}

/** The port of the default branch, which the user may have renamed. */
function fallbackOf(type: NodeType, config: RunContext['config']): string {
  return (
    branchesOf(type, config).find((branch) => isObject(branch) && branch.isDefault === true)?.name ?? DEFAULT_BRANCH
  )
}
