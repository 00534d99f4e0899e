/** Ranks connections that pass a value: which output of one node goes to which input of another. Pure. */
import {
  type Catalogue,
  configOf,
  DEFAULT_DATA_TYPE,
  type Graph,
  isCollection,
  isObject,
  LOOP_BACK,
  type NodePort,
  type NodeType,
  parseHandle,
  passedInput,
  type WorkflowNode,
} from '@millrace/model'
import { portOf } from './connection-check.ts'
import { typeOf } from './node-look.ts'
import type { PortRules } from './port-rules.ts'
import { isSideOutput } from './side-outputs.ts'

export interface ValueConnection {
  readonly output: NodePort
  readonly input: NodePort
}

/** Category of nodes that ask people: their message is a setting, so a value does not replace it. */
const QUESTION_CATEGORY = 'interrupts'

/** True for ports that carry a value: not order, a tool, a failure or the end of a round. */
export function isValuePort({ id, dataType }: NodePort): boolean {
  return id !== 'error' && id !== LOOP_BACK && dataType !== 'trigger' && dataType !== 'tool'
}

/** The output with the type of the value that it sends: for a branch, the type of what its node receives. */
export function sentAs(output: NodePort, node: string, context: GraphTypes): NodePort {
  if (output.carries === undefined) return output
  return { ...output, dataType: carriedPort(node, context)?.dataType ?? output.carries }
}

interface GraphTypes {
  readonly graph: Graph
  readonly types: ReadonlyMap<string, NodeType>
}

/** The output whose value the branches of a node pass on, through other gateways as well; undefined if not known. */
export function carriedPort(gateway: string, { graph, types }: GraphTypes): NodePort | undefined {
  const seen = new Set<string>()
  for (let id = gateway; !seen.has(id); ) {
    seen.add(id)
    const node = graph.nodes.find((one) => one.id === id)
    const type = node && typeOf(node, types)
    const input = type && passedInput(type)
    const [edge, ...others] = graph.edges.filter(
      ({ target, targetHandle }) => target === id && parseHandle(targetHandle ?? '', id, 'input') === input,
    )
    if (edge === undefined || others.length > 0) return undefined
    const port = parseHandle(edge.sourceHandle ?? '', edge.source, 'output') ?? ''
    const source = portOf(graph, { node: edge.source, port }, 'outputs', types)
    if (source?.carries === undefined) return source
    id = edge.source
  }
  return undefined
}

/** The inputs of a node that may get a value, in order: not settings of the same name, unless they are required. */
export function openInputs(inputs: readonly NodePort[], node: WorkflowNode, type: NodeType, graph: Graph): NodePort[] {
  const settings = isObject(type.configSchema.properties) ? type.configSchema.properties : {}
  const used = new Set(
    graph.edges
      .filter((edge) => edge.target === node.id)
      .map((edge) => parseHandle(edge.targetHandle ?? '', node.id, 'input')),
  )
  const isSet = ({ id }: NodePort) => configOf(node)[id] !== undefined
  return inputs.filter((port) => {
    if (!isValuePort(port) || (used.has(port.id) && !isCollection(port.dataType))) return false
    return port.required || (type.category !== QUESTION_CATEGORY && !Object.hasOwn(settings, port.id) && !isSet(port))
  })
}

/**
 * True if users may expect that a new node gets the value of the node before it. Inputs that are settings of the same
 * name, such as those of an HTTP request, are filled in the form; a question passes on the value that it gets.
 */
export function expectsValue(
  id: string,
  { graph, catalogue }: { readonly graph: Graph; readonly catalogue: Catalogue },
): boolean {
  const node = graph.nodes.find((one) => one.id === id)
  const type = node && typeOf(node, catalogue.types)
  if (type === undefined) return false
  const settings = isObject(type.configSchema.properties) ? type.configSchema.properties : {}
  const isSetting = (port: NodePort) => !port.required && Object.hasOwn(settings, port.id)
  const inputs = type.inputs.filter(isValuePort)
  return type.category === QUESTION_CATEGORY || inputs.length === 0 || !inputs.every(isSetting)
}

/** The best connection of these ports; the outputs have the type of what they send. */
export function bestValueConnection(
  outputs: readonly NodePort[],
  inputs: readonly NodePort[],
  rules: PortRules,
): ValueConnection | undefined {
  let best: (ValueConnection & { readonly cost: number }) | undefined
  for (const output of outputs) {
    for (const [at, input] of inputs.entries()) {
      if (!rules.checkTypes(output.dataType, input.dataType).ok) continue
      const cost = costOf(output, input) + at * 0.1
      if (best === undefined || cost < best.cost) best = { output, input, cost }
    }
  }
  return best && { output: best.output, input: best.input }
}

/** Lower is better: a required input, the same type, the main result of the node, the same name. */
function costOf(output: NodePort, input: NodePort): number {
  const isSame = output.dataType === input.dataType
  const isAny = output.dataType === DEFAULT_DATA_TYPE || input.dataType === DEFAULT_DATA_TYPE
  return (
    (input.required ? 0 : 20) +
    (isSame ? 0 : isAny ? 2 : 4) +
    (isSideOutput(output) || output.id.endsWith('_id') ? 10 : 0) +
    (input.dataType === DEFAULT_DATA_TYPE ? detailOf(output.dataType) : 0) +
    (output.id === input.id ? 0 : 1.5)
  )
}

/** For an input of any type, structured values come before texts, and texts before numbers such as a status code. */
function detailOf(dataType: string): number {
  if (dataType === 'string') return 0.6
  return dataType === 'number' || dataType === 'boolean' ? 1.2 : 0
}
