/**
 * Connects nodes, and puts a node into connections that are there. A node with a value on both sides takes over the
 * connection; a gateway leaves the value alone and holds back the node behind it.
 */
import { configOf, isObject, type WorkflowEdge, type WorkflowNode } from '@millrace/model'
import type { Draft } from '../draft.ts'
import {
  bestPair,
  isBranch,
  mainOutput,
  type NamedPorts,
  portsOfNode,
  propertiesOf,
  sourcePortOf,
  targetPortOf,
  valuePorts,
} from './ports.ts'

/** Connects two nodes by the ports that fit best; false when none fit. */
export function join(draft: Draft, from: string, to: string, named: NamedPorts = {}): boolean {
  const [source, target] = [draft.node(from), draft.node(to)]
  if (source === undefined || target === undefined) return false
  const isExtended = bestPair(source, target, named, draft) === undefined && addInput(draft, source, target, named)
  const pair = bestPair(source, isExtended ? (draft.node(to) ?? target) : target, named, draft)
  if (pair === undefined) return false
  const ends = { source: { node: from, port: pair.source }, target: { node: to, port: pair.target } }
  return draft.try({ verb: 'connect', ...ends }) === undefined
}

/** Gives a type that lets users add inputs, such as a template, one for the value that it is to get. */
function addInput(
  draft: Draft,
  source: WorkflowNode,
  target: WorkflowNode,
  { sourcePort, targetPort }: NamedPorts,
): boolean {
  const output =
    sourcePort === undefined ? mainOutput(source, draft) : portsOfNode(source, draft).outputs.get(sourcePort)
  const settings = propertiesOf(draft.typeOf(target)?.configSchema)
  const { dynamicInputs: inputs, template } = configOf(target)
  const own = Array.isArray(inputs) ? inputs : []
  const isThere = own.some((port) => isObject(port) && port.name === output?.id)
  if (output === undefined || targetPort !== undefined || settings.dynamicInputs === undefined || isThere) return false
  const value = [...own, { name: output.id, label: output.name, dataType: output.dataType }]
  if (settings.template !== undefined && (template ?? '') === '')
    draft.try({ verb: 'set', node: target.id, key: 'template', value: `{{ ${output.id} }}` })
  return draft.try({ verb: 'set', node: target.id, key: 'dynamicInputs', value }) === undefined
}

export function cut(draft: Draft, edge: WorkflowEdge): void {
  const source = { node: edge.source, port: sourcePortOf(edge) }
  draft.try({ verb: 'disconnect', source, target: { node: edge.target, port: targetPortOf(edge) } })
}

function isOrder(draft: Draft, edge: WorkflowEdge): boolean {
  const target = draft.node(edge.target)
  return target !== undefined && portsOfNode(target, draft).inputs.get(targetPortOf(edge))?.dataType === 'trigger'
}

const ORDER = { sourcePort: 'trigger', targetPort: 'trigger' }

/** Puts a node after one, before one or between two nodes; false when its ports do not fit, or when it is not clear how. */
export function insert(
  draft: Draft,
  id: string,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): boolean {
  const node = draft.node(id)
  if (node === undefined) return false
  const ports = portsOfNode(node, draft)
  const isOn = ({ source, target }: WorkflowEdge) =>
    (from === undefined || source === from) && (to === undefined || target === to)
  const edges = draft.graph.edges.filter((edge) => isOn(edge) && (to !== undefined || !isOrder(draft, edge)))
  const values = edges.filter((edge) => !isOrder(draft, edge))
  const branch = draft.typeOf(node)?.type === 'gateway' ? [...ports.outputs.values()].find(isBranch)?.id : undefined
  if (branch !== undefined) {
    if (to === undefined && from !== undefined && !join(draft, from, id)) return false
    const targets = to === undefined ? new Set(values.map(({ target }) => target)) : [to]
    return [...targets].every((target) => gate(draft, { gateway: id, branch, target, from }))
  }
  const passesOn = valuePorts(ports.inputs).length > 0 && valuePorts(ports.outputs).length > 0
  if (values.length === 0 ? edges.length > 0 : passesOn) return reroute(draft, values.length > 0 ? values : edges, id)
  if (values.length > 0 && to !== undefined) return false
  if (from !== undefined && !join(draft, from, id)) return false
  return to === undefined || join(draft, id, to, passesOn && from === undefined ? ORDER : {})
}

/** Leads connections through a node; only those of a single output. */
function reroute(draft: Draft, edges: readonly WorkflowEdge[], through: string): boolean {
  const [first] = edges
  if (first === undefined || new Set(edges.map((edge) => `${edge.source} ${sourcePortOf(edge)}`)).size > 1) return false
  const port = isOrder(draft, first) ? 'trigger' : undefined
  for (const edge of edges) cut(draft, edge)
  if (!join(draft, first.source, through, { sourcePort: sourcePortOf(first), targetPort: port })) return false
  return edges.every((edge) => join(draft, through, edge.target, { sourcePort: port, targetPort: targetPortOf(edge) }))
}

/** Puts a gateway in front of a node; the value that the node receives is the input of the gateway. */
function gate(
  draft: Draft,
  { gateway, branch, target, from }: { gateway: string; branch: string; target: string; from?: string | undefined },
): boolean {
  const own = draft.arriving(target).filter(({ source }) => from === undefined || source === from)
  for (const edge of own.filter((edge) => isOrder(draft, edge))) {
    cut(draft, edge)
    if (!join(draft, edge.source, gateway, { sourcePort: sourcePortOf(edge), targetPort: 'trigger' })) return false
  }
  const value = own.find((edge) => !isOrder(draft, edge))
  const isAsked = draft.arriving(gateway).some((edge) => !isOrder(draft, edge))
  if (value !== undefined && !isAsked && !join(draft, value.source, gateway, { sourcePort: sourcePortOf(value) }))
    join(draft, value.source, gateway, ORDER)
  return join(draft, gateway, target, { sourcePort: branch, targetPort: 'trigger' })
}
