/** Rules for the control flow: start, ends, edges and reachability. */

import { nodeTypeName } from '../codec/shapes.ts'
import { type ControlEdge, type Flow, type FlowNodeComponent, NEXT } from '../components.ts'
import { quoted } from '../notes.ts'
import { branchesOf } from '../ports.ts'
import { type RuleContext, refuse } from './rule-context.ts'

/** The display name of a node for messages. */
export function called(node: FlowNodeComponent): string {
  return `${nodeTypeName(node)} ${quoted(node.name)}`
}

export function controlRules(flow: Flow, ruling: RuleContext): void {
  const byId = new Map(flow.nodes.map((node) => [node.id, node]))
  if (flow.nodes.length === 0) refuse(ruling, 'structure', `Flow ${quoted(flow.name)}: ${quoted('nodes')} is empty`)
  nameRules(flow, ruling)
  startRules(flow, byId, ruling)
  endRules(flow, ruling)
  for (const edge of flow.controlFlow) edgeRules(edge, byId, ruling)
  branchRules(flow, byId, ruling)
  reachRules(flow, byId, ruling)
}

type ById = ReadonlyMap<string, FlowNodeComponent>

function nameRules(flow: Flow, ruling: RuleContext): void {
  for (const [name, same] of Map.groupBy(flow.nodes, (node) => node.name)) {
    if (same.length > 1) ruling.notes.warn(`Flow ${quoted(flow.name)}: ${same.length} nodes are named ${quoted(name)}`)
  }
  for (const [id, same] of Map.groupBy(flow.nodes, (node) => node.id)) {
    if (same.length > 1) refuse(ruling, 'structure', `Flow ${quoted(flow.name)}: two nodes have the id ${quoted(id)}`)
  }
}

function startRules(flow: Flow, byId: ById, ruling: RuleContext): void {
  const here = `Flow ${quoted(flow.name)}`
  const starts = flow.nodes.filter((node) => node.kind === 'start')
  if (starts.length !== 1) refuse(ruling, 'rules', `${here}: must have exactly one StartNode (got ${starts.length})`)
  const start = byId.get(flow.startNode)
  if (flow.startNode === '') refuse(ruling, 'structure', `${here}: ${quoted('start_node')} is missing`)
  else if (start === undefined) {
    refuse(
      ruling,
      'structure',
      `${here}: ${quoted('start_node')} names ${quoted(flow.startNode)}, which is not a node of the flow`,
    )
  } else if (start.kind !== 'start') {
    refuse(ruling, 'rules', `${here}: ${quoted('start_node')} names ${called(start)}, which is not a StartNode`)
  }
  for (const one of starts) {
    const leaving = flow.controlFlow.filter((edge) => edge.fromNode === one.id)
    if (leaving.length !== 1) {
      refuse(ruling, 'rules', `${called(one)}: must have exactly one outgoing control edge (got ${leaving.length})`)
    }
  }
}

function endRules(flow: Flow, ruling: RuleContext): void {
  const ends = flow.nodes.filter((node) => node.kind === 'end')
  if (ends.length === 0) refuse(ruling, 'rules', `Flow ${quoted(flow.name)}: must have at least one EndNode`)
  const entered = new Set(flow.controlFlow.map((edge) => edge.toNode))
  for (const end of ends)
    if (!entered.has(end.id)) refuse(ruling, 'rules', `${called(end)}: no control edge leads to it`)
}

function edgeRules(edge: ControlEdge, byId: ById, ruling: RuleContext): void {
  const here = `Control edge ${quoted(edge.name)}`
  const [from, to] = [byId.get(edge.fromNode), byId.get(edge.toNode)]
  if (from === undefined)
    refuse(
      ruling,
      'structure',
      `${here}: ${quoted('from_node')} names ${quoted(edge.fromNode)}, which is not in the flow`,
    )
  if (to === undefined)
    refuse(ruling, 'structure', `${here}: ${quoted('to_node')} names ${quoted(edge.toNode)}, which is not in the flow`)
  if (to?.kind === 'start')
    refuse(ruling, 'structure', `${here}: leads to ${called(to)}, but a StartNode cannot have incoming edges`)
  if (from?.kind === 'end')
    refuse(ruling, 'structure', `${here}: leaves ${called(from)}, but an EndNode cannot have outgoing edges`)
  if (from === undefined || from.kind === 'end' || from.kind === 'unknown') return
  const branches = branchesOf(from, ruling.registry)
  const branch = edge.fromBranch ?? NEXT
  if (!branches.includes(branch)) {
    const known = branches.map(quoted).join(', ')
    ruling.notes.error(
      `${here}: ${quoted('from_branch')} ${quoted(branch)} is not a branch of ${called(from)}, which has ${known}`,
    )
  }
}

function branchRules(flow: Flow, byId: ById, { notes, registry }: RuleContext): void {
  const leaving = Map.groupBy(flow.controlFlow, (edge) => edge.fromNode)
  for (const [id, edges] of leaving) {
    const node = byId.get(id)
    if (node === undefined) continue
    for (const [branch, same] of Map.groupBy(edges, (edge) => edge.fromBranch ?? NEXT)) {
      if (same.length > 1)
        notes.error(`${called(node)}: ${same.length} control edges leave by branch ${quoted(branch)}`)
    }
  }
  for (const node of flow.nodes) {
    if (node.kind === 'end' || node.kind === 'start') continue
    const taken = new Set((leaving.get(node.id) ?? []).map((edge) => edge.fromBranch ?? NEXT))
    if (taken.size === 0) {
      notes.error(`${called(node)}: has no outgoing control edge, so the flow would stop there without an end`)
      continue
    }
    for (const branch of branchesOf(node, registry)) {
      if (!taken.has(branch))
        notes.warn(`${called(node)}: branch ${quoted(branch)} has no control edge; the flow fails if it is taken`)
    }
  }
}

function reachRules(flow: Flow, byId: ById, { notes }: RuleContext): void {
  if (!byId.has(flow.startNode)) return
  const next = Map.groupBy(flow.controlFlow, (edge) => edge.fromNode)
  const seen = new Set([flow.startNode])
  for (const id of seen) for (const edge of next.get(id) ?? []) if (byId.has(edge.toNode)) seen.add(edge.toNode)
  for (const node of flow.nodes) {
    if (!seen.has(node.id) && node.kind !== 'start') notes.warn(`${called(node)}: cannot be reached from the start`)
  }
  const hasEnd = flow.nodes.some((node) => node.kind === 'end' && seen.has(node.id))
  if (!hasEnd && flow.nodes.some((node) => node.kind === 'end')) {
    notes.error(`Flow ${quoted(flow.name)}: no EndNode can be reached from the start`)
  }
}
