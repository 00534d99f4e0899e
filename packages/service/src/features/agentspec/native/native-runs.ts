/**
 * What the `agentspec.*` nodes of a workflow do when the engine runs it. Each step is a flow of one node for the
 * interpreter: it keeps its notes, asks people and takes up cut-off work as submitted flows do. Start and end have
 * nothing to interpret.
 *
 * N1 A step is given the values of its ports under the titles of its properties, and gives them back likewise.
 * N2 A node with branches leaves by one of them; a branch that leads nowhere is a failure (agent-spec.md 3.1).
 * N3 What a document only names is looked up when the step runs: registered tools and agents, stored workflows.
 */
import {
  DEFAULT_BRANCH,
  type FlowNodeComponent,
  flowInputValues,
  type Host,
  NEXT,
  type NodeComponent,
  nodeComponent,
  runFlow,
  validateFlow,
  withSecretsOf,
} from '@millrace/agentspec'
import {
  Asks,
  branchesOf,
  isObject,
  NEXT_BRANCH,
  type NodeDefinition,
  NodeFailure,
  type NodeOutputs,
  type NodeResult,
  type NodeType,
  type RunContext,
  Takes,
} from '@millrace/model'
import { type FlowHostNeeds, flowHost } from '../embedded/flow-host.ts'
import { toolsOf } from '../embedded/flow-record.ts'
import { type Named, namedIn, registryOf } from '../embedded/names-in.ts'
import type { ToolRegistry } from '../registry/registry.ts'
import { flowOfOne, typedFlow, VISIT } from './flow-of-one.ts'
import { mappedWorkflow, withCaughtDefaults, workflowsFor } from './stored-workflows.ts'

export interface NativeNeeds {
  readonly host: FlowHostNeeds
  readonly types: ReadonlyMap<string, NodeType>
  /** Asked when a node runs: by then it exists. */
  readonly registry: () => Pick<ToolRegistry, 'tool' | 'agent'>
}

/** The definitions with what the nodes of Agent Spec do. */
export function withAgentSpecRuns(
  definitions: ReadonlyMap<string, NodeDefinition>,
  needs: NativeNeeds,
): ReadonlyMap<string, NodeDefinition> {
  return new Map(
    [...definitions].map(([id, definition]): [string, NodeDefinition] => {
      const type = id.startsWith('agentspec.') ? needs.types.get(id) : undefined
      if (type === undefined || definition.run !== undefined) return [id, definition]
      const run = (context: RunContext) => runNode(context, type, needs)
      return [id, Object.freeze({ ...definition, run })]
    }),
  )
}

/** Kinds that have nothing to take up again: they keep no notes. */
const AT_ONCE = new Set<FlowNodeComponent['kind']>(['end', 'branching', 'output_message'])
/** Kinds that hold flows, agents and tools, which are looked over before they run. */
const HOLDING = new Set<FlowNodeComponent['kind']>([
  ...(['agent', 'tool', 'flow', 'map', 'parallel_map', 'parallel_flow', 'catch_exception'] as const),
])

async function runNode(context: RunContext, type: NodeType, needs: NativeNeeds): Promise<NodeResult> {
  const node = nodeOf(context, type)
  if (node.component.kind === 'start') return started(node, context.launch)
  const { component } = node
  const named = await namedIn(typedFlow(component, {}), needs.registry())
  const host = hostFor(component, { context, named, needs })
  if (HOLDING.has(component.kind)) refuseInvalid(component, host)
  const inputs = byTitle(context.inputs, node.inputs)
  const flow = flowOfOne(component, { given: Object.keys(inputs), outputs: context.config.flow_outputs }, host.registry)
  const { max_turns: turns } = context.config
  const limits = component.kind === 'agent' && typeof turns === 'number' ? { maxTurns: turns } : {}
  const end = await runFlow(flow, inputs, host, limits)
  if (end.question !== undefined) return new Asks(end.question)
  if (component.kind === 'end') return end.outputs
  if (component.kind === 'output_message') return { message: host.said() }
  return left(component, { context, type, branch: end.endBranch, outputs: byPort(end.outputs, node.outputs) })
}

/** The component of a node; its own parts have their secrets in place. */
function nodeOf(context: RunContext, type: NodeType): NodeComponent {
  const { config, inputs, label } = context
  const name = label || type.name
  const fed = new Set(Object.keys(inputs))
  const made = nodeComponent({ type, name, config, fed })
  if ('errors' in made) throw new NodeFailure('BAD_SETTINGS', made.errors[0] ?? 'The node cannot be run as it is set.')
  if (!made.isDrawn) return made
  return { ...made, component: withBody(withCaughtDefaults(withSecretsOf(made.component, config)), context) }
}

/** What arrives at the body of a call is what it sends, unless the node says what that is. */
function withBody(component: FlowNodeComponent, { inputs, config }: RunContext): FlowNodeComponent {
  if (component.kind !== 'api' || inputs.body === undefined || config.body !== undefined) return component
  const isTyped = Object.keys(component.headers ?? {}).some((name) => name.toLowerCase() === 'content-type')
  const type = typeof inputs.body === 'string' || isTyped ? {} : { 'content-type': 'application/json' }
  return { ...component, data: '{{body}}', headers: { ...component.headers, ...type } }
}

function started({ component, outputs }: NodeComponent, launch: RunContext['launch']): NodeOutputs {
  const flow = {
    kind: 'flow' as const,
    id: component.id,
    name: component.name,
    startNode: component.id,
    nodes: [component],
    controlFlow: [],
  }
  const titles = new Set(outputs.values())
  const given = Object.entries(launch).filter(([key]) => titles.has(key))
  return byPort(flowInputValues(flow, Object.fromEntries(given)), outputs)
}

interface Hosting {
  readonly context: RunContext
  readonly named: Named
  readonly needs: NativeNeeds
}

interface NativeHost extends Host {
  /** All that was said to the user. */
  said(): string
}

function hostFor(component: FlowNodeComponent, { context, named, needs }: Hosting): NativeHost {
  const flow = typedFlow(component, {})
  const host = flowHost(
    { ...context, tools: async () => (await context.toolsFor?.(toolsOf({ flow, named }))) ?? [] },
    named,
    needs.host,
  )
  const mapped = mappedWorkflow(component)
  // Without steps of its own a tool has nothing to keep either.
  const keepsNothing = AT_ONCE.has(component.kind) || context.toolsFor === undefined
  let said = ''
  return {
    ...host,
    say(delta) {
      said += delta
      host.say(delta)
    },
    said: () => said,
    // What a node tells the user is its message, and need not be in the log as well.
    log: (level, message) => (component.kind === 'output_message' ? undefined : host.log(level, message)),
    registry: { ...registryOf(named), ...(mapped === undefined ? {} : { flow: mapped }) },
    workflow: workflowsFor(component, host),
    // The start and the end around the node are made anew whenever it is run again.
    note: (key, value) => (keepsNothing || isAround(key) ? Promise.resolve() : host.note(key, value)),
  }
}

function isAround(key: string): boolean {
  return /^\d+$/.test(key) && key !== VISIT
}

function refuseInvalid(component: FlowNodeComponent, { registry }: Host): void {
  const [first] = validateFlow(typedFlow(component, registry), registry).errors
  if (first !== undefined) throw new NodeFailure('INVALID_FLOW', `The node cannot run: ${first}.`)
}

type Titles = ReadonlyMap<string, string>

/** N1 */
function byTitle(values: RunContext['inputs'], titles: Titles): Record<string, unknown> {
  return Object.fromEntries(
    [...titles].flatMap(([port, title]) => (values[port] === undefined ? [] : [[title, values[port]]])),
  )
}

function byPort(values: NodeOutputs, titles: Titles): Record<string, unknown> {
  return Object.fromEntries(
    [...titles].flatMap(([port, title]) => (Object.hasOwn(values, title) ? [[port, values[title]]] : [])),
  )
}

interface Leaving {
  readonly context: RunContext
  readonly type: NodeType
  readonly branch: string
  readonly outputs: NodeOutputs
}

/** N2 */
function left({ kind, name }: FlowNodeComponent, { context, type, branch, outputs }: Leaving): NodeResult {
  if (kind !== 'branching' && kind !== 'flow' && kind !== 'catch_exception') return outputs
  if (branch === NEXT && kind !== 'branching') return new Takes([NEXT_BRANCH], outputs)
  const port = branch === DEFAULT_BRANCH ? fallbackOf(type, context.config) : branch
  if (context.isWired(port)) return new Takes([port], outputs)
  throw new NodeFailure('NO_NEXT_NODE', `Nothing follows the branch "${branch}" of "${name}".`)
}

/** The port of the branch for everything else, which a person may have called otherwise. */
function fallbackOf(type: NodeType, config: RunContext['config']): string {
  return (
    branchesOf(type, config).find((branch) => isObject(branch) && branch.isDefault === true)?.name ?? DEFAULT_BRANCH
  )
}
