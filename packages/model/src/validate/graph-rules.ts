/** Problems of the graph as a whole: inputs without a source, cycles, unreachable nodes. */

import { readExpressions } from '../expressions/expressions.ts'
import { cyclesIn } from '../graph/cycles.ts'
import { graphIndex } from '../graph/graph-index.ts'
import { reachableFrom } from '../graph/reachable.ts'
import { isCollection } from '../ports/data-types.ts'
import type { NodePort } from '../ports/port.ts'
import { isDisabled } from '../workflow/disabled.ts'
import { nameOf } from '../workflow/workflow.ts'
import { problem, type ValidationProblem } from './problem.ts'
import {
  isAnnotation,
  isUsedAsTool,
  LOOP_BACK,
  type ResolvedEdge,
  type ResolvedGraph,
  type ResolvedNode,
} from './resolved-graph.ts'
import { walkStart } from './sequential.ts'

/** All problems that involve several nodes, of the graph that runs. `drawn` has the disabled nodes as well. */
export function* wholeGraphProblems(graph: ResolvedGraph, drawn: ResolvedGraph): Iterable<ValidationProblem> {
  const wasDrawn = graph === drawn ? undefined : new Map(drawn.nodes.map((one) => [one.node.id, one]))
  for (const node of graph.nodes) if (!isAnnotation(node)) yield* inputProblems(node, wasDrawn?.get(node.node.id))
  yield* pathProblems(graph)
  const real = drawn.nodes.filter((one) => !isAnnotation(one))
  if (real.length < 2) return
  for (const { node, arriving, leaving } of real) {
    if (arriving.size > 0 || leaving.size > 0 || isDisabled(node)) continue
    yield problem('disconnected', { node: nameOf(node) }, { nodeId: node.id })
  }
}

function* inputProblems(resolved: ResolvedNode, drawn = resolved): Iterable<ValidationProblem> {
  const { node, arriving } = resolved
  for (const port of resolved.ports?.inputs.values() ?? []) {
    const sources = sourcesAtOnce(arriving.get(port.id) ?? [])
    const values = { node: nameOf(node), port: port.id }
    const place = { nodeId: node.id, portId: port.id }
    // The rules of disabled nodes report an input that only they are connected to.
    const isLost = lostSource(drawn, resolved, port) !== undefined
    if (!isLost && lacksValue(resolved, port.id)) yield problem('missingInput', values, place)
    const isShared = port.dataType === 'trigger' || port.dataType === 'tool' || port.id === LOOP_BACK
    if (sources > 1 && !isShared && !isCollection(port.dataType)) {
      yield problem('severalSources', { ...values, count: sources }, place)
    }
  }
}

/** How many edges can deliver in one run: of the branches of one gateway only one is taken. */
function sourcesAtOnce(edges: readonly ResolvedEdge[]): number {
  const gateways = new Set(edges.filter((edge) => edge.sourcePort?.carries !== undefined).map(({ source }) => source))
  return edges.filter((edge) => edge.sourcePort?.carries === undefined).length + gateways.size
}

/** The disabled node that an input would have its value from, if nothing passes over it. */
export function lostSource(drawn: ResolvedNode, running: ResolvedNode, port: NodePort): ResolvedNode | undefined {
  if (drawn === running || running.arriving.has(port.id)) return undefined
  if (port.dataType === 'trigger' || port.dataType === 'tool' || port.id === LOOP_BACK) return undefined
  return drawn.arriving.get(port.id)?.find(({ source }) => isDisabled(source.node))?.source
}

/** Whether a required input has no source, no setting of the same name and no default. */
export function lacksValue(resolved: ResolvedNode, portId: string): boolean {
  const port = resolved.ports?.inputs.get(portId)
  if (port?.required !== true || resolved.arriving.has(portId) || port.defaultValue !== undefined) return false
  if (Object.hasOwn(readExpressions(resolved.node), portId)) return false
  const setting = resolved.config[portId]
  return (setting === undefined || setting === '') && !isUsedAsTool(resolved)
}

function* pathProblems(graph: ResolvedGraph): Iterable<ValidationProblem> {
  const start = walkStart(graph)
  if (start !== undefined) return yield* walkProblems(graph, start)
  const { nodes, edges } = graph
  const isReal = ({ source, target }: ResolvedEdge) => !isAnnotation(source) && !isAnnotation(target)
  const forward = edges.filter((edge) => edge.targetPortId !== LOOP_BACK && isReal(edge))
  const index = graphIndex(
    nodes.length,
    forward.map((edge) => [edge.source.at, edge.target.at] as const),
  )
  const knotted = new Set<number>()
  for (const knot of cyclesIn(index)) {
    for (const at of knot) knotted.add(at)
    yield cycleProblem(knot.sort((a, b) => a - b).flatMap((at) => nodes[at] ?? []))
  }
  const roots = nodes.filter((one) => index.arriving[one.at] === 0).map((one) => one.at)
  // A node that ends the run or its path blocks everything drawn after it.
  const reached = reachableFrom(index, roots, (at) => !isEnd(nodes[at]))
  for (const { node, at } of nodes) {
    if (reached[at] || knotted.has(at)) continue
    yield problem('unreachable', { node: nameOf(node) }, { nodeId: node.id })
  }
}

/** A sequential plan may have cycles; nodes that its start does not lead to never run. */
function* walkProblems({ nodes, edges }: ResolvedGraph, start: ResolvedNode): Iterable<ValidationProblem> {
  const ways = edges.filter(({ targetPortId, sourcePort }) => targetPortId === 'trigger' || sourcePort?.carries)
  const index = graphIndex(
    nodes.length,
    ways.map((edge) => [edge.source.at, edge.target.at] as const),
  )
  const reached = reachableFrom(index, [start.at])
  for (const one of nodes) {
    if (reached[one.at] || isAnnotation(one) || isUsedAsTool(one)) continue
    yield problem('notFromStart', { node: nameOf(one.node) }, { nodeId: one.node.id })
  }
}

function isEnd(resolved: ResolvedNode | undefined): boolean {
  const type = resolved?.type
  return type?.type === 'terminal' && type.category !== 'triggers'
}

const NAMED_IN_A_CYCLE = 10

function cycleProblem(members: readonly ResolvedNode[]): ValidationProblem {
  const named = members.slice(0, NAMED_IN_A_CYCLE).map((one) => nameOf(one.node))
  const count = members.length - named.length
  const nodes = named.join(', ')
  const place = { nodeId: members[0]?.node.id ?? '' }
  return count > 0 ? problem('longCycle', { nodes, count }, place) : problem('cycle', { nodes }, place)
}
