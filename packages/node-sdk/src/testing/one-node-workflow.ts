/** A workflow around one node: a source that delivers its inputs, and a sink for its connected outputs. */
import {
  type Catalogue,
  canConnect,
  catalogueOf,
  compile,
  defineNode,
  type Graph,
  type NodeDefinition,
  type NodeType,
  type Plan,
  portsOf,
  printHandle,
  problemsIn,
  RETRY_EXTENSION,
  type Secrets,
  splitSecrets,
  TIMEOUT_EXTENSION,
  Type,
  type WorkflowNode,
} from '@millrace/model'
import { dynamicInputs, dynamicOutputs, expressionNames, expressionProblem, templateProblem } from '@millrace/nodes'

type Values = Readonly<Record<string, unknown>>

export const NODE = 'node'
const SOURCE = 'sdk_source'
const SINK = 'sdk_sink'

/** The node cannot run: its definition, its settings or its connections are invalid. */
export class InvalidNode extends Error {
  /** Each starts with what it is about. */
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'InvalidNode'
    this.problems = problems
  }
}

export interface OneNode {
  readonly config?: Values
  readonly inputs?: Values
  readonly wired?: readonly string[]
  readonly timeoutMs?: number
  readonly retry?: Values
}

export interface PlannedNode {
  readonly catalogue: Catalogue
  readonly definitions: ReadonlyMap<string, NodeDefinition>
  readonly plan: Plan
  readonly secrets: Secrets
}

/** Validates the workflow as a start of the service does, and compiles it. Throws `InvalidNode`. */
export function planOf(definition: NodeDefinition, given: OneNode): PlannedNode {
  const { inputs = {}, wired = [] } = given
  const definitions = [definition, sourceOf(inputs), SINK_TYPE]
  const catalogue = catalogueOf(definitions)
  const type = catalogue.types.get(definition.id) as NodeType
  const graph = graphOf(type, given)
  const languages = { expressionNames, expressionProblem, templateProblem }
  const problems = problemsIn(graph, { catalogue, languages, maxNodes: 10 })
    .filter(({ severity }) => severity === 'error')
    .map(({ message }) => message)
  const ports = portsOf(type, { ...given.config })
  const unknown = [
    ...Object.keys(inputs)
      .filter((id) => !ports.inputs.has(id))
      .map((id) => `inputs: the node has no input "${id}"`),
    ...wired.filter((id) => !ports.outputs.has(id)).map((id) => `wired: the node has no output "${id}"`),
  ]
  if (unknown.length + problems.length > 0) throw new InvalidNode([...unknown, ...problems])
  const { nodes, secrets } = splitSecrets(graph.nodes, catalogue)
  return {
    catalogue,
    definitions: new Map(definitions.map((one) => [one.id, one])),
    plan: compile({ ...graph, nodes }, catalogue),
    secrets,
  }
}

function graphOf(type: NodeType, { config = {}, inputs = {}, wired = [], timeoutMs, retry }: OneNode): Graph {
  const extensions = {
    ...(timeoutMs !== undefined && { [TIMEOUT_EXTENSION]: { ms: timeoutMs } }),
    ...(retry !== undefined && { [RETRY_EXTENSION]: retry }),
  }
  const ports = portsOf(type, { ...config })
  const given = Object.entries(inputs).filter(([id, value]) => value !== undefined && ports.inputs.has(id))
  const delivered = given.map(([id, value]) => ({ name: id, dataType: typeOf(value, ports.inputs.get(id)?.dataType) }))
  const sunk = wired.map((name) => ({ name, dataType: 'mixed' }))
  return {
    nodes: [
      ...(given.length === 0 ? [] : [node('source', SOURCE, { dynamicOutputs: delivered })]),
      node(NODE, type.id, config, extensions),
      ...(sunk.length === 0 ? [] : [node('sink', SINK, { dynamicInputs: sunk })]),
    ],
    edges: [
      ...delivered.map(({ name }) => edge('source', NODE, name)),
      ...sunk.map(({ name }) => edge(NODE, 'sink', name)),
    ],
  }
}

/** The data type of an output that delivers this value. Objects and lists count as what the input takes. */
function typeOf(value: unknown, wanted = 'mixed'): string {
  if (value === null) return 'mixed'
  const type = Array.isArray(value) ? 'array' : typeof value === 'object' ? 'json' : typeof value
  return typeof value === 'object' && !canConnect(type, wanted) ? wanted : type
}

function node(id: string, type: string, config: Values, extensions: Values = {}): WorkflowNode {
  const metadata = { node_type_id: type, id: type }
  return {
    id,
    type: 'universalNode',
    position: { x: 0, y: 0 },
    data: { label: id, config, metadata, extensions },
  } as WorkflowNode
}

function edge(source: string, target: string, port: string): Graph['edges'][number] {
  const handles = {
    sourceHandle: printHandle({ node: source, port }, 'output'),
    targetHandle: printHandle({ node: target, port }, 'input'),
  }
  return { id: `${source}-${target}-${port}`, source, target, ...handles }
}

const FACTS = { version: '1.0.0', description: 'Part of a test.', category: 'testing', icon: 'mdi:test-tube', tags: [] }

function sourceOf(values: Values): NodeDefinition {
  return defineNode({
    ...FACTS,
    id: SOURCE,
    name: 'Inputs',
    config: Type.Object({ dynamicOutputs: dynamicOutputs() }),
    inputs: {},
    outputs: {},
    run: () => ({ ...values }),
  })
}

const SINK_TYPE = defineNode({
  ...FACTS,
  id: SINK,
  name: 'Outputs',
  config: Type.Object({ dynamicInputs: dynamicInputs() }),
  inputs: {},
  outputs: {},
  run: () => ({}),
})
