/**
 * Removes disabled nodes from a graph before it is compiled and validated, and connects their sources with their targets,
 * so that the engine and its history never see them.
 *
 *     a ──▶ b (disabled) ──▶ c        becomes        a ──▶ c
 */
import { type Catalogue, portsFit } from '../../catalogue.ts'
import { printHandle } from '../../ports/handle.ts'
import { isDisabled } from '../../workflow/disabled.ts'
import type { Graph, WorkflowEdge } from '../../workflow/workflow.ts'
import {
  isAnnotation,
  isUsedAsTool,
  LOOP_BACK,
  type ResolvedEdge,
  type ResolvedGraph,
  type ResolvedNode,
  resolveGraph,
} from '../resolved-graph.ts'
import { Links } from './links.ts'
import { passingOf } from './passing.ts'
import { isOrder, stoppedBy, type Way, wayOf, waysOf } from './stopped.ts'

export interface PassedOver {
  /** The graph that runs; the given one if no node is disabled. */
  readonly graph: Graph
  /** Enabled nodes that never run, because the nodes before them are disabled. */
  readonly stopped: ReadonlySet<string>
  /** A disabled node with so many connections that not all of them were passed over. */
  readonly tooWide?: string
}

const NONE: ReadonlySet<string> = new Set()

/** The limit for new edges: sources and targets multiply. */
export const MAX_PASSED_EDGES = 20_000

/** The graph without its disabled nodes, and without nodes that never run because of them. */
export function passOver(graph: Graph, catalogue: Catalogue): PassedOver {
  if (!graph.nodes.some(isDisabled)) return { graph, stopped: NONE }
  const resolved = resolveGraph(graph, catalogue)
  const ways = waysOf(resolved)
  const stopped = stoppedBy(resolved, ways)
  const isGone = (node: ResolvedNode) => isDisabled(node.node) || stopped.nodes.has(node)
  const tools = resolved.nodes.filter((node) => isUsedAsTool(node) && agentsOf(node).every(isGone))
  const gone = new Set<ResolvedNode>([...resolved.nodes.filter(isGone), ...tools])
  const links = new Links(ways.filter((way) => !stopped.ways.has(way)))
  const tooWide = passDisabled(resolved, links, { catalogue, stopped: stopped.nodes })
  const isKept = ({ source, target }: ResolvedEdge) => !gone.has(source) && !gone.has(target)
  return {
    graph: {
      ...graph,
      nodes: resolved.nodes.flatMap((one) => (gone.has(one) ? [] : [one.node])),
      edges: [...resolved.edges.filter(isKept).map(({ edge }) => edge), ...links.added.map(drawnEdge)],
    },
    stopped: new Set([...stopped.nodes, ...tools].filter(({ node }) => !isDisabled(node)).map(({ node }) => node.id)),
    ...(tooWide === undefined ? {} : { tooWide: tooWide.node.id }),
  }
}

function agentsOf(tool: ResolvedNode): ResolvedNode[] {
  const edges = [...tool.leaving.values()].flat().filter(({ sourcePort }) => sourcePort?.dataType === 'tool')
  return edges.map(({ target }) => target)
}

interface Passing {
  readonly catalogue: Catalogue
  readonly stopped: ReadonlySet<ResolvedNode>
}

/** Takes the disabled nodes out one by one, so that a chain of them passes as well. Returns a node with too many edges. */
function passDisabled(
  { nodes }: ResolvedGraph,
  links: Links,
  { catalogue, stopped }: Passing,
): ResolvedNode | undefined {
  for (const node of nodes) {
    if (!isDisabled(node.node) || stopped.has(node) || isAnnotation(node) || isUsedAsTool(node)) continue
    const { into, out } = links.take(node)
    const sources = into.filter(({ toPort }) => toPort !== LOOP_BACK)
    if (sources.length * out.length + links.count > MAX_PASSED_EDGES) return node
    for (const way of out) for (const link of replacements(node, { sources, way, links, catalogue })) links.add(link)
  }
  return undefined
}

interface Replaced {
  readonly sources: readonly Way[]
  readonly way: Way
  readonly links: Links
  readonly catalogue: Catalogue
}

/** The edges that replace one edge out of a disabled node. */
function replacements(node: ResolvedNode, { sources, way, links, catalogue }: Replaced): Way[] {
  const passing = passingOf(node, way.fromPort)
  const { target, targetPort } = way.edge
  const orders = sources.filter(isOrder)
  const before = orders.length > 0 ? orders : sources
  const inOrder = (ways: readonly Way[]) => {
    const trigger = target.ports?.inputs.get('trigger')
    return trigger === undefined || way.toPort === LOOP_BACK ? [] : ways.map((one) => joined(one, way, trigger))
  }
  if (passing.kind === 'closed') return []
  if (passing.kind === 'order') return inOrder(before)
  const passed = sources.filter(
    ({ toPort, edge: { sourcePort } }) =>
      toPort === passing.input && sourcePort && targetPort && portsFit(catalogue, sourcePort, targetPort),
  )
  const values = passed.map((one) => joined(one, way, targetPort))
  // The target runs when the node would have run, unless its own order decides.
  if (links.hasOwnOrder(target)) return values
  return [...values, ...inOrder(values.length === 0 ? before : orders.filter((one) => !passed.includes(one)))]
}

function joined({ edge: from }: Way, { edge: to }: Way, targetPort: ResolvedEdge['targetPort']): Way {
  const edge: ResolvedEdge = {
    edge: to.edge,
    source: from.source,
    sourcePortId: from.sourcePortId,
    sourcePort: from.sourcePort,
    target: to.target,
    targetPortId: targetPort?.id ?? to.targetPortId,
    targetPort,
  }
  return wayOf(edge)
}

function drawnEdge({ edge: { edge, source, sourcePortId, target, targetPortId } }: Way): WorkflowEdge {
  return {
    ...edge,
    source: source.node.id,
    sourceHandle: printHandle({ node: source.node.id, port: sourcePortId }, 'output'),
    target: target.node.id,
    targetHandle: printHandle({ node: target.node.id, port: targetPortId }, 'input'),
  }
}
