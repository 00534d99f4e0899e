/** Ports of the nodes of a graph, and which two of them belong together. */
import {
  type Catalogue,
  canConnect,
  configOf,
  type Graph,
  isCollection,
  isObject,
  type NodePort,
  type NodePorts,
  type NodeType,
  nodeTypeIdOf,
  parseHandle,
  portsOf,
  type WorkflowEdge,
  type WorkflowNode,
} from '@millrace/model'

/** An output and an input. */
export interface Pair {
  readonly source: string
  readonly target: string
  readonly score: number
}

export function typeOf(node: WorkflowNode, catalogue: Catalogue): NodeType | undefined {
  return catalogue.types.get(nodeTypeIdOf(node))
}

export function portsOfNode(node: WorkflowNode, catalogue: Catalogue): NodePorts {
  const type = typeOf(node, catalogue)
  return type === undefined ? { inputs: new Map(), outputs: new Map() } : portsOf(type, configOf(node))
}

export const sourcePortOf = (edge: WorkflowEdge) => parseHandle(edge.sourceHandle ?? '', edge.source, 'output') ?? ''
export const targetPortOf = (edge: WorkflowEdge) => parseHandle(edge.targetHandle ?? '', edge.target, 'input') ?? ''

/** Whether a type goes one of several ways and hands no value on. */
export function isGateway(type: NodeType | undefined): boolean {
  return type?.type === 'gateway'
}

/** Outputs with a value: no order, no failure, no tool. */
export function valueOutputs(ports: NodePorts): NodePort[] {
  return [...ports.outputs.values()].filter(
    (port) => !['trigger', 'tool'].includes(port.dataType) && port.id !== 'error',
  )
}

export function valueInputs(ports: NodePorts): NodePort[] {
  return [...ports.inputs.values()].filter(
    (port) => !['trigger', 'tool'].includes(port.dataType) && port.id !== 'loop_back',
  )
}

/** Ports that carry what a type is about, where that is not the first one. */
const MAIN_OUTPUTS: Readonly<Record<string, string>> = {
  http_request: 'body',
  file_input: 'content',
  simple_agent: 'response',
}
const MAIN_INPUTS: Readonly<Record<string, string>> = {
  http_request: 'body',
  file_write: 'content',
  key_value: 'value',
  calculator: 'values',
  vector_store: 'query',
}
/** Types that take data apart: of an HTTP answer they want the JSON, not the text. */
const STRUCTURED = new Set([
  'data_extractor',
  'json_transform',
  'json_validator',
  'json_stringify',
  'data_operations',
  'foreach',
  'csv_write',
  'data_mapper',
  'review',
])

export function mainOutput(node: WorkflowNode, catalogue: Catalogue): NodePort | undefined {
  const outputs = valueOutputs(portsOfNode(node, catalogue))
  return outputs.find((port) => port.id === MAIN_OUTPUTS[nodeTypeIdOf(node)]) ?? outputs[0]
}

export function mainInput(node: WorkflowNode, catalogue: Catalogue): NodePort | undefined {
  const inputs = valueInputs(portsOfNode(node, catalogue))
  const main = MAIN_INPUTS[nodeTypeIdOf(node)]
  return inputs.find((port) => port.id === main) ?? inputs.find((port) => port.required === true) ?? inputs[0]
}

/** Whether something arrives at an input, or a setting of the same name brings a value. */
function isFed(graph: Graph, node: WorkflowNode, port: NodePort): boolean {
  return graph.edges.some((edge) => edge.target === node.id && targetPortOf(edge) === port.id)
}

function hasSetting(node: WorkflowNode, port: NodePort): boolean {
  const value = configOf(node)[port.id]
  return value !== undefined && value !== '' && !(isObject(value) && Object.keys(value).length === 0)
}

export interface Ends {
  readonly source: WorkflowNode
  readonly target: WorkflowNode
  /** Ports that somebody named. */
  readonly sourcePort?: string | undefined
  readonly targetPort?: string | undefined
}

/** The output and the input of two nodes that go together best; undefined when none do. */
export function bestPair(graph: Graph, ends: Ends, catalogue: Catalogue): Pair | undefined {
  const { source, target } = ends
  const outputs = [...portsOfNode(source, catalogue).outputs.values()]
  const inputs = [...portsOfNode(target, catalogue).inputs.values()]
  let best: Pair | undefined
  for (const output of outputs) {
    if (ends.sourcePort === undefined ? output.id === 'error' : output.id !== ends.sourcePort) continue
    for (const input of inputs) {
      if (ends.targetPort !== undefined && input.id !== ends.targetPort) continue
      if (ends.targetPort === undefined && input.id === 'loop_back') continue
      if (!canConnect(output.dataType, input.dataType)) continue
      const score = scoreOf(graph, ends, { output, input, catalogue })
      if (best === undefined || score > best.score) best = { source: output.id, target: input.id, score }
    }
  }
  return best
}

interface Candidate {
  readonly output: NodePort
  readonly input: NodePort
  readonly catalogue: Catalogue
}

function scoreOf(graph: Graph, { source, target }: Ends, { output, input, catalogue }: Candidate): number {
  if (output.dataType === 'tool') return 50
  if (output.dataType === 'trigger') {
    // The ways of a gateway come before its general "done"; one that leads nowhere yet before one that does.
    const isBranch = output.id !== 'trigger' && output.id !== 'completed' && output.id !== 'expired'
    const isTaken = graph.edges.some((edge) => edge.source === source.id && sourcePortOf(edge) === output.id)
    return input.dataType === 'trigger' ? (isBranch ? 8 : 0) - (isTaken ? 2 : 0) : -20
  }
  if (input.dataType === 'trigger') return -5
  let score = 10
  if (output.dataType === input.dataType) score += 5
  else if (output.dataType === 'mixed' || input.dataType === 'mixed') score += 3
  if (output.id === mainOutput(source, catalogue)?.id) score += 4
  if (input.id === mainInput(target, catalogue)?.id) score += 3
  if (input.required === true) score += 4
  if (isFed(graph, target, input) && !isCollection(input.dataType)) score -= 12
  if (hasSetting(target, input)) score -= 6
  if (output.id === input.id) score += 2
  if (nodeTypeIdOf(source) === 'http_request' && output.id === 'json' && STRUCTURED.has(nodeTypeIdOf(target)))
    score += 6
  return score
}

/** A type that stands between two ports that do not go together. */
export function adapterBetween(from: string, to: string, isCsv: boolean): string | undefined {
  if (to === 'string') return 'json_stringify'
  if (from === 'string') return to === 'string[]' ? 'split_text' : isCsv ? 'csv_parse' : 'json_parse'
  return undefined
}
