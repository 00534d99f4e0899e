/**
 * The graph in the format of the canvas library, built without the library. Unchanged parts keep their identity, so
 * that changing one node renders one node; sizes and handles are computed, so that nothing is measured.
 */
import {
  type Graph,
  type NodeType,
  parseHandle,
  printHandle,
  type WorkflowEdge,
  type WorkflowNode,
} from '@millrace/model'
import { portOfNode } from './connection-check.ts'
import { type Geometry, geometryOf, type HandlePlace } from './geometry.ts'
import { groupDepth } from './group-look.ts'
import { isAnnotation, lookOf, type NodeLook } from './node-look.ts'
import type { NodeMark, NodeMarks } from './node-marks.ts'
import type { PortRules } from './port-rules.ts'

export interface FlowNodeData extends Record<string, unknown> {
  readonly node: WorkflowNode
  readonly look: NodeLook
  readonly geometry: Geometry
  readonly wired: ReadonlySet<string>
  readonly mark: NodeMark | undefined
  readonly isEditable: boolean
}

/** The side names of the canvas library. */
export type SideNames<Side extends string> = Readonly<Record<HandlePlace['side'], Side>>

interface FlowHandle<Side extends string> {
  id: string
  type: 'source' | 'target'
  position: Side
  x: number
  y: number
  width: number
  height: number
}

/** A node with the fields of the canvas library that we set. */
export interface FlowNode<Side extends string> {
  id: string
  type: 'node'
  position: { x: number; y: number }
  width: number
  height: number
  measured: { width: number; height: number }
  selected: boolean
  ariaLabel: string
  deletable: boolean
  zIndex?: number
  className?: string
  handles: FlowHandle<Side>[]
  data: FlowNodeData
}

export interface FlowEdgeData extends Record<string, unknown> {
  readonly color: string
  readonly kind: 'data' | 'trigger' | 'tool' | 'loop' | 'error' | 'broken' | 'planned'
  readonly label: string
  readonly conversion: string | undefined
  readonly isActive: boolean
  readonly change: 'added' | 'removed' | undefined
  /** Whether a run took the edge; undefined if it is not decided. */
  readonly run: 'taken' | 'untaken' | undefined
}

/** An overlay of an edge: of a run, or of a previewed difference. */
export type EdgeMark = 'active' | 'taken' | 'untaken' | 'added' | 'removed'

/** An edge with the fields of the canvas library that we set. */
export interface FlowEdge {
  id: string
  type: 'edge'
  source: string
  target: string
  sourceHandle: string
  targetHandle: string
  selected: boolean
  selectable: boolean
  focusable: boolean
  deletable: boolean
  reconnectable?: boolean
  data: FlowEdgeData
}

export interface FlowInput {
  readonly graph: Graph
  readonly types: ReadonlyMap<string, NodeType>
  readonly rules: PortRules
  readonly marks: NodeMarks
  readonly edgeMarks: ReadonlyMap<string, EdgeMark>
  readonly selectedNodes: ReadonlySet<string>
  readonly selectedEdges: ReadonlySet<string>
  readonly isEditable: boolean
}

const HANDLE = 12
/** Positions are relative to the inside of the border. */
const BORDER = 1
const UNWIRED: Wiring = { ports: new Set(), key: '' }

interface KnownNode<Side extends string> {
  readonly wiredKey: string
  readonly flow: FlowNode<Side>
}

interface KnownEdge {
  readonly edge: WorkflowEdge
  readonly source: WorkflowNode
  readonly target: WorkflowNode
  readonly mark: EdgeMark | undefined
  readonly flow: FlowEdge
}

/**
 * Creates flow nodes and edges and reuses those of the previous call; one per canvas. Equal lists keep their identity.
 */
export function flowGraphMaker<Side extends string>(sides: SideNames<Side>) {
  const wiring = wiringReader()
  let nodes = new Map<string, KnownNode<Side>>()
  let edges = new Map<string, KnownEdge>()
  let nodeList: FlowNode<Side>[] = []
  let edgeList: FlowEdge[] = []
  let last: FlowInput | undefined
  let lastRules: Pick<FlowInput, 'types' | 'rules'> | undefined
  return {
    nodesOf(input: FlowInput): FlowNode<Side>[] {
      const keep = last !== undefined && last.types === input.types && last.isEditable === input.isEditable
      const wired = wiring(input.graph.edges)
      const next = new Map<string, KnownNode<Side>>()
      const flow = input.graph.nodes.map((node) => {
        const { ports, key: wiredKey } = wired.get(node.id) ?? UNWIRED
        const known = keep ? nodes.get(node.id) : undefined
        const made = flowNode(node, { input, ports, wiredKey, known, sides })
        next.set(node.id, made)
        return made.flow
      })
      nodes = next
      last = input
      nodeList = kept(nodeList, flow)
      return nodeList
    },
    edgesOf(input: FlowInput): FlowEdge[] {
      const keep = lastRules?.types === input.types && lastRules.rules === input.rules
      const byId = new Map(input.graph.nodes.map((node) => [node.id, node]))
      const next = new Map<string, KnownEdge>()
      const flow = input.graph.edges.flatMap((edge) => {
        const [source, target] = [byId.get(edge.source), byId.get(edge.target)]
        if (source === undefined || target === undefined) return []
        const known = keep ? edges.get(edge.id) : undefined
        const facts = { edge, source, target, mark: input.edgeMarks.get(edge.id) }
        const made = { ...facts, flow: knownEdge(facts, input, known) }
        next.set(edge.id, made)
        return [made.flow]
      })
      edges = next
      lastRules = input
      edgeList = kept(edgeList, flow)
      return edgeList
    },
  }
}

/** Returns the previous list if the new one has the same items: the library processes a new list item by item. */
function kept<T>(before: T[], after: T[]): T[] {
  return before.length === after.length && before.every((item, at) => item === after[at]) ? before : after
}

/** Returns the previous edge unless something that its rendering depends on has changed. */
function knownEdge(facts: Omit<KnownEdge, 'flow'>, input: FlowInput, known: KnownEdge | undefined): FlowEdge {
  const { edge, source, target, mark } = facts
  if (known !== undefined && known.edge === edge && known.mark === mark) {
    const selected = input.selectedEdges.has(edge.id)
    if (known.source === source && known.target === target)
      return known.flow.selected === selected ? known.flow : { ...known.flow, selected }
  }
  const made = flowEdge(facts, input)
  return known !== undefined && known.edge === edge && isSameEdge(known.flow, made) ? known.flow : made
}

interface Making<Side extends string> {
  readonly input: FlowInput
  readonly ports: ReadonlySet<string>
  readonly wiredKey: string
  readonly known: KnownNode<Side> | undefined
  readonly sides: SideNames<Side>
}

function flowNode<Side extends string>(
  node: WorkflowNode,
  { input, ports, wiredKey, known, sides }: Making<Side>,
): KnownNode<Side> {
  const mark = input.marks.get(node.id)
  const selected = input.selectedNodes.has(node.id)
  const before = known?.flow
  const isSameNode = before?.data.node === node && known?.wiredKey === wiredKey && before.data.mark === mark
  if (known !== undefined && before !== undefined && isSameNode) {
    if (before.selected === selected) return known
    return { wiredKey, flow: { ...before, selected, ...depthOf(before.data.look, selected) } }
  }
  const look = lookOf(node, input.types, ports)
  const geometry = geometryOf(look, node)
  const { width, height } = geometry
  const flow: FlowNode<Side> = {
    id: node.id,
    type: 'node',
    position: { x: node.position?.x ?? 0, y: node.position?.y ?? 0 },
    width,
    height,
    measured: { width, height },
    selected,
    ariaLabel: `${look.title}, ${look.subtitle}`,
    deletable: node.deletable !== false,
    ...depthOf(look, selected),
    handles: geometry.handles.map(({ port, side, x, y }) => ({
      id: printHandle({ node: node.id, port: port.id }, port.type === 'input' ? 'input' : 'output'),
      type: port.type === 'input' ? 'target' : 'source',
      position: sides[side],
      x: x + BORDER - HANDLE / 2,
      y: y + BORDER - HANDLE / 2,
      width: HANDLE,
      height: HANDLE,
    })),
    data: { node, look, geometry, wired: ports, mark, isEditable: input.isEditable },
  }
  return { wiredKey, flow }
}

function depthOf({ visual }: NodeLook, isSelected: boolean) {
  if (visual === 'group') return { zIndex: groupDepth(isSelected), className: 'mr-flow-group' }
  return visual === 'note' ? { zIndex: -1 } : {}
}

interface Wiring {
  readonly ports: ReadonlySet<string>
  /** Cache key of these ports. */
  readonly key: string
}

/** Reads the wiring of edges; recomputed only if the edges change. */
function wiringReader(): (edges: readonly WorkflowEdge[]) => ReadonlyMap<string, Wiring> {
  let lastEdges: readonly WorkflowEdge[] | undefined
  let wiring: ReadonlyMap<string, Wiring> = new Map()
  return (edges) => {
    if (edges === lastEdges) return wiring
    lastEdges = edges
    wiring = new Map([...wiredPorts(edges)].map(([id, ports]) => [id, { ports, key: [...ports].sort().join('\n') }]))
    return wiring
  }
}

/** The connected ports of every node, as `in:<id>` and `out:<id>`. */
export function wiredPorts(edges: readonly WorkflowEdge[]): ReadonlyMap<string, ReadonlySet<string>> {
  const wired = new Map<string, Set<string>>()
  const note = (node: string, port: string) => {
    const set = wired.get(node)
    if (set) set.add(port)
    else wired.set(node, new Set([port]))
  }
  for (const edge of edges) {
    note(edge.source, `out:${parseHandle(edge.sourceHandle ?? '', edge.source, 'output') ?? ''}`)
    note(edge.target, `in:${parseHandle(edge.targetHandle ?? '', edge.target, 'input') ?? ''}`)
  }
  return wired
}

function flowEdge({ edge, source, target, mark }: Omit<KnownEdge, 'flow'>, input: FlowInput): FlowEdge {
  const { types, rules } = input
  const sourceId = parseHandle(edge.sourceHandle ?? '', edge.source, 'output') ?? ''
  const targetId = parseHandle(edge.targetHandle ?? '', edge.target, 'input') ?? ''
  const from = portOfNode(source, { port: sourceId, side: 'outputs' }, types)
  const to = portOfNode(target, { port: targetId, side: 'inputs' }, types)
  const result = from && to && rules.checkPorts(from, to)
  // A branch carries a value to a data port, and only triggers a trigger port.
  const carried = to?.dataType === 'trigger' ? undefined : from?.carries
  const label = edge.data?.label
  return {
    id: edge.id,
    type: 'edge',
    source: edge.source,
    target: edge.target,
    // Short handles of older documents are drawn like long ones, branches under the name in their node.
    sourceHandle: printHandle({ node: edge.source, port: from?.id ?? sourceId }, 'output'),
    targetHandle: printHandle({ node: edge.target, port: targetId }, 'input'),
    selected: input.selectedEdges.has(edge.id),
    selectable: edge.selectable !== false,
    focusable: edge.selectable !== false,
    deletable: edge.deletable !== false,
    // Moving an end replaces the edge. If absent, the canvas decides.
    ...(edge.deletable === false ? { reconnectable: false } : {}),
    data: {
      color: sourceId === 'error' ? 'var(--mr-error)' : rules.colorOf(carried ?? from?.dataType ?? ''),
      kind: kindOf({
        sourceId,
        targetId,
        dataType: carried ?? from?.dataType,
        isFit: result?.ok === true,
        isPlanned: [source, target].some((node) => isAnnotation(node, types)),
      }),
      label: typeof label === 'string' ? label : '',
      conversion: result?.ok ? result.conversion : undefined,
      isActive: mark === 'active',
      change: mark === 'added' || mark === 'removed' ? mark : undefined,
      run: mark === 'taken' || mark === 'untaken' ? mark : undefined,
    },
  }
}

interface EdgeFacts {
  readonly sourceId: string
  readonly targetId: string
  readonly dataType: string | undefined
  readonly isFit: boolean
  /** True if one end is an annotation that never runs. */
  readonly isPlanned: boolean
}

function kindOf({ sourceId, targetId, dataType, isFit, isPlanned }: EdgeFacts): FlowEdgeData['kind'] {
  if (!isFit) return 'broken'
  if (isPlanned) return 'planned'
  if (targetId === 'loop_back') return 'loop'
  if (sourceId === 'error') return 'error'
  if (dataType === 'tool' || dataType === 'trigger') return dataType
  return 'data'
}

function isSameEdge(a: FlowEdge, b: FlowEdge): boolean {
  return a.selected === b.selected && Object.keys(b.data).every((key) => a.data[key] === b.data[key])
}
