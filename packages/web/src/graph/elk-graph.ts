/** A workflow as input of the layout library: boxes with fixed ports, and edges. */
import {
  type Catalogue,
  GROUP_PADDING,
  type Graph,
  groupOfEach,
  LOOP_BACK,
  parseHandle,
  type WorkflowNode,
} from '@millrace/model'
import { wiredPorts } from './flow-graph.ts'
import { geometryOf, type HandlePlace } from './geometry.ts'
import { boxesOf } from './layout-boxes.ts'
import { isAnnotation, lookOf } from './node-look.ts'

type Options = Readonly<Record<string, string>>

interface ElkPort {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly layoutOptions: Options
}

export interface ElkNode {
  readonly id: string
  readonly width: number
  readonly height: number
  readonly layoutOptions: Options
  readonly ports: ElkPort[]
  /** The nodes of a group. */
  readonly children?: ElkNode[]
}

interface ElkEdge {
  readonly id: string
  readonly sources: string[]
  readonly targets: string[]
}

export interface ElkGraph {
  readonly id: string
  readonly layoutOptions: Options
  readonly children: ElkNode[]
  readonly edges: ElkEdge[]
}

/** Above this size the fastest strategies are used; the others take minutes for 10,000 nodes. */
const MANY = 1500

const USUAL: Options = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.spacing.nodeNode': '50',
  'elk.layered.spacing.nodeNodeBetweenLayers': '100',
  'elk.layered.spacing.edgeNodeBetweenLayers': '20',
  'elk.spacing.componentComponent': '120',
  // Place groups of connected nodes below each other.
  'elk.aspectRatio': '0.05',
  // The canvas draws the edges; only node positions are used.
  'elk.edgeRouting': 'POLYLINE',
  'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
  'elk.layered.nodePlacement.bk.fixedAlignment': 'BALANCED',
  'elk.layered.considerModelOrder.strategy': 'PREFER_NODES',
}

/** Nodes side by side up to which the order of the document is kept: the library compares all of them with each other. */
const WIDE = 100

const UNORDERED: Options = { 'elk.layered.considerModelOrder.strategy': 'NONE' }

const FAST: Options = {
  ...UNORDERED,
  'elk.layered.thoroughness': '1',
  'elk.layered.layering.strategy': 'LONGEST_PATH_SOURCE',
  'elk.layered.crossingMinimization.greedySwitch.type': 'OFF',
  // The component search of the library is recursive and overflows the stack.
  'elk.separateConnectedComponents': 'false',
}

/** Nodes of groups are laid out together with the nodes outside, within the border of their group. */
const GROUPED: Options = { 'elk.hierarchyHandling': 'INCLUDE_CHILDREN' }

const PADDING = `[top=${GROUP_PADDING.top},left=${GROUP_PADDING.x},bottom=${GROUP_PADDING.bottom},right=${GROUP_PADDING.x}]`

const SIDES: Readonly<Record<HandlePlace['side'], string>> = {
  left: 'WEST',
  right: 'EAST',
  top: 'NORTH',
  bottom: 'SOUTH',
}

/** All connected nodes that run. Loop-back edges are omitted because they run against the flow. */
export function elkGraphOf(graph: Graph, { types }: Catalogue): ElkGraph {
  const wired = wiredPorts(graph.edges)
  const runs = graph.nodes.filter((node) => !isAnnotation(node, types))
  const known = new Map(runs.map((node) => [node.id, elkNode(node)]))
  const edges = graph.edges.flatMap((edge): ElkEdge[] => {
    const input = parseHandle(edge.targetHandle ?? '', edge.target, 'input') ?? ''
    const [source, target] = [known.get(edge.source), known.get(edge.target)]
    if (source === undefined || target === undefined || source === target || input === LOOP_BACK) return []
    const output = parseHandle(edge.sourceHandle ?? '', edge.source, 'output') ?? ''
    return [{ id: edge.id, sources: [portIn(source, 'out', output)], targets: [portIn(target, 'in', input)] }]
  })
  const touched = new Set(edges.flatMap(({ sources, targets }) => [...sources, ...targets]))
  const isTouched = ({ id }: { id: string }) => touched.has(id)
  // Omit ports without an edge: they would double the time to copy 10,000 nodes into the worker.
  const withPorts = [...known.values()].map((node) => ({ ...node, ports: node.ports.filter(isTouched) }))
  const owners = groupOfEach(boxesOf(graph, { types }))
  const children = withPorts.filter((node) => owners.has(node.id) || isTouched(node) || node.ports.length > 0)
  const options = optionsFor(graph, children)
  if (owners.size === 0) return { id: 'root', layoutOptions: options, children, edges }
  return { id: 'root', layoutOptions: { ...options, ...GROUPED }, children: nested(children, owners), edges }

  function elkNode(node: WorkflowNode): ElkNode {
    const look = lookOf(node, types, wired.get(node.id) ?? new Set())
    const { width, height, handles } = geometryOf(look, node)
    const ports = handles.map(({ port, side, x, y }) => ({
      id: portId(node.id, port.type === 'input' ? 'in' : 'out', port.id),
      x,
      y,
      width: 0,
      height: 0,
      layoutOptions: { 'elk.port.side': SIDES[side] },
    }))
    return { id: node.id, width, height, ports, layoutOptions: { 'elk.portConstraints': 'FIXED_POS' } }
  }
}

function optionsFor({ edges }: Graph, children: readonly ElkNode[]): Options {
  if (children.length > MANY) return { ...USUAL, ...FAST }
  return widestLayer(children, edges) > WIDE ? { ...USUAL, ...UNORDERED } : USUAL
}

/** The most nodes that are equally far from a start, by the shortest way. */
function widestLayer(children: readonly ElkNode[], edges: Graph['edges']): number {
  const next = Map.groupBy(edges, ({ source }) => source)
  const targets = new Set(edges.map(({ target }) => target))
  const seen = new Set<string>()
  let layer = children.map(({ id }) => id).filter((id) => !targets.has(id))
  let widest = 0
  while (layer.length > 0) {
    widest = Math.max(widest, layer.length)
    for (const id of layer) seen.add(id)
    const following = layer.flatMap((id) => (next.get(id) ?? []).map(({ target }) => target))
    layer = [...new Set(following)].filter((id) => !seen.has(id))
  }
  return widest
}

/** The nodes as children of their groups. */
function nested(nodes: readonly ElkNode[], owners: ReadonlyMap<string, string>): ElkNode[] {
  const inside = Map.groupBy(nodes, ({ id }) => owners.get(id))
  const groups = new Set(inside.keys().filter((id) => id !== undefined))
  // A group may have only groups in it.
  for (const id of groups) {
    const outer = owners.get(id)
    if (outer !== undefined) groups.add(outer)
  }
  const childrenOf = (owner: string | undefined): ElkNode[] => [
    ...(inside.get(owner) ?? []),
    ...[...groups].filter((id) => owners.get(id) === owner).map(groupNode),
  ]
  const groupNode = (id: string): ElkNode => ({
    id,
    width: 0,
    height: 0,
    ports: [],
    layoutOptions: { 'elk.padding': PADDING },
    children: childrenOf(id),
  })
  return childrenOf(undefined)
}

const portId = (node: string, side: 'in' | 'out', port: string) => `${node}\n${side}\n${port}`

/** The port of an edge, or the node if the port is not drawn. */
function portIn({ id, ports }: ElkNode, side: 'in' | 'out', port: string): string {
  const wanted = portId(id, side, port)
  return ports.some((one) => one.id === wanted) ? wanted : id
}
