/**
 * A part of a canvas that becomes a flow. Constructs that Agent Spec expresses as a flow inside a node (loop bodies,
 * error handling, parallel branches) are folded: one node replaces all nodes inside.
 */
import { type Catalogue, POSITION_EXTENSION, type WorkflowEdge } from '@millrace/model'
import type { FlowNodeComponent, Property } from '../components.ts'
import type { Notes } from '../notes.ts'
import { branchesOf } from '../ports.ts'
import type { CanvasEdge, CanvasNode } from './canvas.ts'
import type { Roles } from './control-flow.ts'
import type { Made } from './convert-nodes.ts'

export interface Level {
  readonly nodes: readonly CanvasNode[]
  readonly edges: readonly CanvasEdge[]
}

/** State shared by all levels of one export. */
export interface Making {
  readonly notes: Notes
  readonly catalogue: Catalogue
  /** The components of nodes, including folded ones. */
  readonly made: Map<CanvasNode, Made>
  /** Ids of components in all flows. */
  readonly ids: Set<unknown>
  /** Starts and ends of nested flows. */
  readonly frames: Set<CanvasNode>
  /** Nodes that replace others. */
  readonly folds: Set<CanvasNode>
  /** True if the version and dialect support the nodes that others are folded into. */
  readonly mayCatch: boolean
  readonly mayFork: boolean
}

/** The output port of a node without a choice. */
export const ON = 'trigger'

/** A node that is not on the canvas. */
export function newNode({ id, name }: { id: string; name: string }): CanvasNode {
  return {
    node: { id, position: { x: 0, y: 0 } },
    id,
    name,
    typeId: '',
    type: undefined,
    config: {},
    secrets: new Set(),
    mapsTo: undefined,
    inputs: [],
    outputs: [],
    arriving: [],
    leaving: [],
  }
}

const UNDRAWN: WorkflowEdge = { id: '', source: '', target: '' }

type Ends = Pick<CanvasEdge, 'kind' | 'source' | 'sourcePort' | 'target' | 'targetPort'>

/** An edge that is not on the canvas. */
export function newEdge(ends: Ends): CanvasEdge {
  return { edge: UNDRAWN, ...ends }
}

/** An id that is unique in the document. */
export function freeId({ ids }: Making, wanted: string): string {
  let id = wanted
  for (let number = 2; ids.has(id); number++) id = `${wanted} ${number}`
  ids.add(id)
  return id
}

/** The property of an output port. */
export function givenBy({ made }: Making, node: CanvasNode, port: string): Property | undefined {
  const one = made.get(node)
  const title = one?.outputs.get(port)
  return one?.component.outputs?.find((output) => output.title === title)
}

export function rolesIn({ made, frames }: Making): Roles {
  const kindOf = (node: CanvasNode) => made.get(node)?.component.kind
  return {
    isStart: (node) => kindOf(node) === 'start',
    isEnd: (node) => kindOf(node) === 'end',
    isFrame: (node) => frames.has(node),
    branchesOf: (node) => branchPortsOf(node, made.get(node)),
    needs: (node, port) => {
      const one = made.get(node)
      const title = one?.inputs.get(port)
      const input = one?.component.inputs?.find((property) => property.title === title)
      return input?.default === undefined
    },
  }
}

/** The branch ports of a node with a choice, by its own branch names. */
export function branchPortsOf(node: CanvasNode, one: Made | undefined): string[] | undefined {
  if (one === undefined) return undefined
  if (one.ways !== undefined) return [...one.ways.keys()]
  const { component } = one
  const branches = branchesOf(component)
  if (component.kind === 'branching' && component.seedBranches) return component.seedBranches.map(({ name }) => name)
  if (branches.length < 2 && component.kind !== 'branching') return undefined
  return branches.map((branch) => (branch === 'next' && node.outputs.some(({ id }) => id === ON) ? ON : branch))
}

/** The component branch of a node port. */
export function branchOf({ component, ways }: Pick<Made, 'component' | 'ways'>, port: string): string {
  const way = ways?.get(port)
  if (way !== undefined) return way
  if (port === ON) return 'next'
  if (component.kind !== 'branching' || !component.seedBranches) return port
  return component.seedBranches.some(({ name }) => name === port) && !Object.values(component.mapping).includes(port)
    ? 'default'
    : port
}

/** Converts order edges from data ports to order edges from the trigger port. */
export function withPlainOrder(edges: readonly CanvasEdge[]): CanvasEdge[] {
  return edges.map((edge) => {
    const output = edge.source.outputs.find(({ id }) => id === edge.sourcePort)
    if (edge.kind !== 'trigger' || output === undefined || output.dataType === 'trigger') return edge
    return { ...edge, sourcePort: ON }
  })
}

/** The level with some of its nodes replaced by one. */
export function replaced(
  { nodes }: Level,
  { gone, by, edges }: { gone: ReadonlySet<CanvasNode>; by: CanvasNode; edges: readonly CanvasEdge[] },
): Level {
  const at = nodes.findIndex((node) => gone.has(node))
  const kept = nodes.flatMap((node, place) => (place === at ? [by] : gone.has(node) ? [] : [node]))
  return { nodes: kept, edges }
}

/** Registers a replacement node and its component. */
export function addFold(
  making: Making,
  made: Made & { readonly component: FlowNodeComponent },
  position: CanvasNode['node']['position'],
): CanvasNode {
  const { component } = made
  const place = position === undefined ? {} : { [POSITION_EXTENSION]: { x: position.x, y: position.y } }
  const placed = { ...component, metadata: { ...component.metadata, ...place } }
  const node = newNode({ id: component.id, name: component.name })
  making.made.set(node, { ...made, component: placed })
  making.folds.add(node)
  return node
}
