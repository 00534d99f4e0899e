/**
 * A stretch of a canvas on its way into a flow. What Agent Spec says with a flow inside a node (the body of a loop, what
 * an error is caught around, branches at the same time) is folded: one node then stands for all that it holds.
 */
import { type Catalogue, POSITION_EXTENSION, type WorkflowEdge } from '@millrace/model'
import type { FlowNodeComponent, Property } from '../components.ts'
import type { Notes } from '../notes.ts'
import { branchesOf } from '../ports.ts'
import type { CanvasEdge, CanvasNode } from './canvas.ts'
import type { Roles } from './control-flow.ts'
import type { Made } from './made-nodes.ts'

export interface Level {
  readonly nodes: readonly CanvasNode[]
  readonly edges: readonly CanvasEdge[]
}

/** What all levels of one export share. */
export interface Making {
  readonly notes: Notes
  readonly catalogue: Catalogue
  /** The components of nodes, of those that were folded too. */
  readonly made: Map<CanvasNode, Made>
  /** Ids of components, in whichever flow. */
  readonly ids: Set<unknown>
  /** Starts and ends of flows inside nodes. */
  readonly frames: Set<CanvasNode>
  /** Nodes that stand for others. */
  readonly folds: Set<CanvasNode>
  /** Whether the version and the dialect know the nodes that others are folded into. */
  readonly mayCatch: boolean
  readonly mayFork: boolean
}

/** The way on of a node that has no choice. */
export const ON = 'trigger'

/** A node that no canvas has. */
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

/** An edge that no canvas has. */
export function newEdge(ends: Ends): CanvasEdge {
  return { edge: UNDRAWN, ...ends }
}

/** An id that nothing in the document has. */
export function freeId({ ids }: Making, wanted: string): string {
  let id = wanted
  for (let number = 2; ids.has(id); number++) id = `${wanted} ${number}`
  ids.add(id)
  return id
}

/** What a port of a node gives. */
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

/** The ports a node goes on by, where it has a choice: its own names for the branches. */
export function branchPortsOf(node: CanvasNode, one: Made | undefined): string[] | undefined {
  if (one === undefined) return undefined
  if (one.ways !== undefined) return [...one.ways.keys()]
  const { component } = one
  const branches = branchesOf(component)
  if (component.kind === 'branching' && component.seedBranches) return component.seedBranches.map(({ name }) => name)
  if (branches.length < 2 && component.kind !== 'branching') return undefined
  return branches.map((branch) => (branch === 'next' && node.outputs.some(({ id }) => id === ON) ? ON : branch))
}

/** The branch of a component behind a port of its node. */
export function branchOf({ component, ways }: Pick<Made, 'component' | 'ways'>, port: string): string {
  const way = ways?.get(port)
  if (way !== undefined) return way
  if (port === ON) return 'next'
  if (component.kind !== 'branching' || !component.seedBranches) return port
  return component.seedBranches.some(({ name }) => name === port) && !Object.values(component.mapping).includes(port)
    ? 'default'
    : port
}

/** Order along a port that gives a value is order along the usual way on. */
export function withPlainOrder(edges: readonly CanvasEdge[]): CanvasEdge[] {
  return edges.map((edge) => {
    const output = edge.source.outputs.find(({ id }) => id === edge.sourcePort)
    if (edge.kind !== 'trigger' || output === undefined || output.dataType === 'trigger') return edge
    return { ...edge, sourcePort: ON }
  })
}

/** The same level with some of its nodes replaced by the one that stands for them. */
export function replaced(
  { nodes }: Level,
  { gone, by, edges }: { gone: ReadonlySet<CanvasNode>; by: CanvasNode; edges: readonly CanvasEdge[] },
): Level {
  const at = nodes.findIndex((node) => gone.has(node))
  const kept = nodes.flatMap((node, place) => (place === at ? [by] : gone.has(node) ? [] : [node]))
  return { nodes: kept, edges }
}

/** Remembers a node that stands for others, and its component. */
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
