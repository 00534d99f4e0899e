/** A workflow as the layout library takes it: boxes with fixed ports, and the edges between them. */
import { type Catalogue, type Graph, LOOP_BACK, parseHandle, type WorkflowNode } from '@millrace/model'
import { wiredPorts } from './flow-graph.ts'
import { geometryOf, type HandlePlace } from './geometry.ts'
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

/** Above this size the library works with its fastest strategies; the others take minutes for 10,000 nodes. */
const MANY = 1500

const USUAL: Options = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.spacing.nodeNode': '50',
  'elk.layered.spacing.nodeNodeBetweenLayers': '100',
  'elk.layered.spacing.edgeNodeBetweenLayers': '20',
  'elk.spacing.componentComponent': '120',
  // One group of connected nodes below the other.
  'elk.aspectRatio': '0.05',
  // Edges are drawn by the canvas; only the places of nodes are used.
  'elk.edgeRouting': 'POLYLINE',
  'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
  'elk.layered.nodePlacement.bk.fixedAlignment': 'BALANCED',
  'elk.layered.considerModelOrder.strategy': 'PREFER_NODES',
}

const FAST: Options = {
  'elk.layered.thoroughness': '1',
  'elk.layered.layering.strategy': 'LONGEST_PATH_SOURCE',
  'elk.layered.crossingMinimization.greedySwitch.type': 'OFF',
  // Looking for components is recursive in the library and runs out of stack.
  'elk.separateConnectedComponents': 'false',
}

const SIDES: Readonly<Record<HandlePlace['side'], string>> = {
  left: 'WEST',
  right: 'EAST',
  top: 'NORTH',
  bottom: 'SOUTH',
}

/** Everything that runs and is connected. Loops back are left out: they are drawn against the flow. */
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
  // Copying ten thousand nodes into the worker takes a while; ports without an edge would double it.
  const children = [...known.values()]
    .map((node) => ({ ...node, ports: node.ports.filter(isTouched) }))
    .filter((node) => isTouched(node) || node.ports.length > 0)
  return {
    id: 'root',
    layoutOptions: children.length > MANY ? { ...USUAL, ...FAST } : USUAL,
    children,
    edges,
  }

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

const portId = (node: string, side: 'in' | 'out', port: string) => `${node}\n${side}\n${port}`

/** The port of an edge; the node itself where the port is not drawn. */
function portIn({ id, ports }: ElkNode, side: 'in' | 'out', port: string): string {
  const wanted = portId(id, side, port)
  return ports.some((one) => one.id === wanted) ? wanted : id
}
