/**
 * The effective inputs, outputs and branches of a component: as declared, else inferred from its other fields. The
 * runtime and validation use these functions and never read `inputs`, `outputs` and `branches` directly.
 */
import { isObject } from '@millrace/model'
import {
  type Agentic,
  CAUGHT_BRANCH,
  CAUGHT_INFO,
  COLLECTED,
  DEFAULT_BRANCH,
  type Flow,
  type FlowNodeComponent,
  type HttpFields,
  ITERATED,
  MAPPING_INPUT,
  type MapNode,
  type NameRef,
  NEXT,
  type ParallelMapNode,
  type Property,
  type Tool,
} from './components.ts'
import { placeholdersIn } from './templates.ts'

/** Inputs and outputs of a referenced component. */
export interface Ports {
  readonly inputs: readonly Property[]
  readonly outputs: readonly Property[]
}

/** Resolves references. A flow resolves to itself, so that its branches are known too. */
export interface Registry {
  tool?(name: string): Ports | Tool | undefined
  agent?(name: string): Ports | Agentic | undefined
  flow?(name: string): Flow | undefined
  llm?(name: string): unknown
}

const NOTHING: Registry = {}

type Side = 'inputs' | 'outputs'

/** The inputs of a node: the declared ones, and undeclared placeholders of its templates. */
export function inputsOf(node: FlowNodeComponent, registry: Registry = NOTHING): readonly Property[] {
  if (node.kind === 'start' || node.kind === 'end') return node.inputs ?? node.outputs ?? []
  if (!node.inputs) return inferredInputs(node, registry)
  if (!isTemplated(node)) return node.inputs
  const declared = new Set(node.inputs.map((input) => input.title))
  return [...node.inputs, ...inferredInputs(node, registry).filter((input) => !declared.has(input.title))]
}

export function outputsOf(node: FlowNodeComponent, registry: Registry = NOTHING): readonly Property[] {
  if (node.kind === 'start' || node.kind === 'end') return node.outputs ?? node.inputs ?? []
  return node.outputs ?? inferredOutputs(node, registry)
}

/** The branches of a node. */
export function branchesOf(node: FlowNodeComponent, registry: Registry = NOTHING): readonly string[] {
  return node.branches ?? inferredBranches(node, registry)
}

/** True for nodes whose inputs are the placeholders in their texts. */
export function isTemplated(node: FlowNodeComponent): boolean {
  return ['llm', 'api', 'input_message', 'output_message'].includes(node.kind)
}

function texts(names: readonly string[]): Property[] {
  return names.map((title) => ({ title, type: 'string' }))
}

function httpPlaceholders(fields: HttpFields): string[] {
  const { url, httpMethod, apiSpecUri, data, queryParams, headers } = fields
  return placeholdersIn([url, httpMethod ?? '', apiSpecUri ?? '', data ?? null, queryParams ?? null, headers ?? null])
}

/** The inputs inferred from the other fields of a node. */
export function inferredInputs(node: FlowNodeComponent, registry: Registry = NOTHING): readonly Property[] {
  switch (node.kind) {
    case 'start':
    case 'end':
      return node.outputs ?? []
    case 'llm':
      return texts(placeholdersIn([node.systemPrompt ?? '', node.promptTemplate]))
    case 'api':
      return texts(httpPlaceholders(node))
    case 'input_message':
    case 'output_message':
      return texts(placeholdersIn(node.message ?? ''))
    case 'branching':
      return [{ title: MAPPING_INPUT, type: 'string' }]
    case 'agent':
      return agenticPorts(node.agent, registry)?.inputs ?? []
    case 'tool':
      return toolPorts(node.tool, registry)?.inputs ?? []
    case 'flow':
    case 'catch_exception':
      return portsOfFlow(node.subflow, 'inputs', registry)
    case 'map':
    case 'parallel_map':
      return portsOfFlow(node.subflow, 'inputs', registry).map(iterated)
    case 'parallel_flow':
      return distinct(node.subflows.flatMap((flow) => portsOfFlow(flow, 'inputs', registry)))
    case 'unknown':
      return []
  }
}

/** The outputs inferred from the other fields of a node. */
export function inferredOutputs(node: FlowNodeComponent, registry: Registry = NOTHING): readonly Property[] {
  switch (node.kind) {
    case 'start':
    case 'end':
      return node.inputs ?? []
    case 'llm':
      return schemaProperties(node.outputSchema) ?? [{ title: 'generated_text', type: 'string' }]
    case 'api':
      return [{ title: 'response' }]
    case 'input_message':
      return [{ title: 'user_input', type: 'string' }]
    case 'agent':
      return agenticPorts(node.agent, registry)?.outputs ?? []
    case 'tool':
      return toolPorts(node.tool, registry)?.outputs ?? []
    case 'flow':
      return portsOfFlow(node.subflow, 'outputs', registry)
    case 'catch_exception':
      return [...portsOfFlow(node.subflow, 'outputs', registry), CAUGHT]
    case 'map':
    case 'parallel_map': {
      const { reducers } = node
      const outputs = portsOfFlow(node.subflow, 'outputs', registry)
      return outputs
        .filter(({ title }) => !reducers || Object.hasOwn(reducers, title))
        .map((one) => collected(one, reducers?.[one.title]))
    }
    case 'parallel_flow':
      return distinct(node.subflows.flatMap((flow) => portsOfFlow(flow, 'outputs', registry)))
    case 'branching':
    case 'output_message':
    case 'unknown':
      return []
  }
}

/** The additional output of a CatchExceptionNode. */
const CAUGHT: Property = { title: CAUGHT_INFO, anyOf: [{ type: 'string' }, { type: 'null' }], default: null }

/** The branches inferred from the other fields of a node. */
export function inferredBranches(node: FlowNodeComponent, registry: Registry = NOTHING): readonly string[] {
  switch (node.kind) {
    case 'end':
      return []
    case 'branching':
      return [...new Set([...Object.values(node.mapping), DEFAULT_BRANCH])]
    case 'flow':
      return flowBranches(node.subflow, registry)
    case 'catch_exception':
      return [...flowBranches(node.subflow, registry), CAUGHT_BRANCH]
    default:
      return [NEXT]
  }
}

function flowBranches(flow: Flow | NameRef, registry: Registry): string[] {
  const known = flow.kind === 'ref' ? registry.flow?.(flow.name) : flow
  if (known === undefined) return [NEXT]
  const names = known.nodes.flatMap((node) => (node.kind === 'end' ? [node.branchName ?? NEXT] : []))
  return names.length > 0 ? [...new Set(names)] : [NEXT]
}

/** The inputs of a flow: the declared ones, else the outputs of its start node. */
export function flowInputs(flow: Flow): readonly Property[] {
  const start = flow.nodes.find((node) => node.id === flow.startNode)
  return flow.inputs ?? (start === undefined ? [] : inputsOf(start))
}

/** The outputs of a flow: the declared ones, else those common to all its end nodes. */
export function flowOutputs(flow: Flow): readonly Property[] {
  if (flow.outputs) return flow.outputs
  const ends = flow.nodes.filter((node) => node.kind === 'end').map((node) => outputsOf(node))
  const [first = [], ...others] = ends
  return first.filter(({ title }) => others.every((outputs) => outputs.some((output) => output.title === title)))
}

function portsOfFlow(flow: Flow | NameRef, side: Side, registry: Registry): readonly Property[] {
  const known = flow.kind === 'ref' ? registry.flow?.(flow.name) : flow
  if (known === undefined) return []
  return side === 'inputs' ? flowInputs(known) : flowOutputs(known)
}

/** Inputs and outputs of a tool; undefined for a reference that the registry cannot resolve. */
export function toolPorts(tool: Tool | NameRef, registry: Registry = NOTHING): Ports | undefined {
  if (tool.kind === 'ref') {
    const known = registry.tool?.(tool.name)
    if (known === undefined) return undefined
    return 'kind' in known ? toolPorts(known, registry) : known
  }
  const inputs = tool.inputs ?? (tool.kind === 'remote' ? texts(httpPlaceholders(tool)) : [])
  return { inputs, outputs: tool.outputs ?? (tool.kind === 'remote' ? [{ title: 'response' }] : []) }
}

/** Inputs and outputs of any agent component. */
export function agenticPorts(agent: Agentic | NameRef, registry: Registry = NOTHING): Ports | undefined {
  switch (agent.kind) {
    case 'ref': {
      const known = registry.agent?.(agent.name)
      if (known === undefined) return undefined
      return 'kind' in known ? agenticPorts(known, registry) : known
    }
    case 'flow':
      return { inputs: flowInputs(agent), outputs: flowOutputs(agent) }
    case 'agent':
      return { inputs: agent.inputs ?? texts(placeholdersIn(agent.systemPrompt ?? '')), outputs: agent.outputs ?? [] }
    case 'specialized_agent': {
      const base = agenticPorts(agent.agent, registry)
      const added = texts(placeholdersIn(agent.parameters?.additionalInstructions ?? ''))
      return {
        inputs: agent.inputs ?? distinct([...(base?.inputs ?? []), ...added]),
        outputs: agent.outputs ?? base?.outputs ?? [],
      }
    }
    case 'swarm':
      return given(agent, agenticPorts(agent.firstAgent, registry))
    case 'manager_workers':
      return given(agent, agenticPorts(agent.groupManager, registry))
    case 'unknown':
      return given(agent, undefined)
  }
}

function given(
  one: { inputs?: readonly Property[] | null; outputs?: readonly Property[] | null },
  base: Ports | undefined,
): Ports {
  return { inputs: one.inputs ?? base?.inputs ?? [], outputs: one.outputs ?? base?.outputs ?? [] }
}

function distinct(properties: readonly Property[]): Property[] {
  return [...new Map(properties.toReversed().map((one) => [one.title, one])).values()].toReversed()
}

/** The properties of an object schema, each titled by its name. */
function schemaProperties(schema: unknown): Property[] | undefined {
  if (!isObject(schema) || !isObject(schema.properties)) return undefined
  return Object.entries(schema.properties).map(([title, one]) => ({ ...(isObject(one) ? one : {}), title }))
}

function untitled({ title: _, default: __, ...schema }: Property): Record<string, unknown> {
  return schema
}

function iterated(input: Property): Property {
  const item = untitled(input)
  return { title: `${ITERATED}${input.title}`, anyOf: [item, { type: 'array', items: item }] }
}

function collected(output: Property, reducer = 'append'): Property {
  const title = `${COLLECTED}${output.title}`
  return reducer === 'append' ? { title, type: 'array', items: untitled(output) } : { ...untitled(output), title }
}

export interface MapPorts {
  /** Maps each input of the node to the input of the subflow that it feeds. */
  readonly inputs: readonly { readonly title: string; readonly feeds: string }[]
  /** Maps each output of the node to the output of the subflow that it collects, with the reducer. */
  readonly outputs: readonly { readonly title: string; readonly collects: string; readonly reducer: string }[]
}

/**
 * How the ports of a map node correspond to those of its subflow. In the official dialect by prefix (`iterated_x`,
 * `collected_y`); in the simple dialect by equal name, or if there is only one.
 */
export function mapPorts(node: MapNode | ParallelMapNode, subflow: Flow, registry: Registry = NOTHING): MapPorts {
  const ins = flowInputs(subflow).map(({ title }) => title)
  const outs = flowOutputs(subflow).map(({ title }) => title)
  const inputs = inputsOf(node, registry).flatMap(({ title }) => {
    const feeds = partner(title, { prefix: ITERATED, among: ins, isNamed: title === node.inputCollection })
    return feeds === undefined ? [] : [{ title, feeds }]
  })
  const outputs = outputsOf(node, registry).flatMap(({ title }) => {
    const collects = partner(title, { prefix: COLLECTED, among: outs, isNamed: title === node.outputCollection })
    return collects === undefined ? [] : [{ title, collects, reducer: node.reducers?.[collects] ?? 'append' }]
  })
  return { inputs, outputs }
}

interface Partners {
  readonly prefix: string
  readonly among: readonly string[]
  readonly isNamed: boolean
}

function partner(title: string, { prefix, among, isNamed }: Partners): string | undefined {
  if (title.startsWith(prefix) && among.includes(title.slice(prefix.length))) return title.slice(prefix.length)
  if (among.includes(title)) return title
  return isNamed || among.length === 1 ? among[0] : undefined
}
