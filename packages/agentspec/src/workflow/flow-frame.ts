/** Builds the nodes, control edges and data edges of one flow from one level of a canvas. */
import { isObject } from '@millrace/model'
import type { ControlEdge, DataEdge, EndNode, Fields, FlowNodeComponent, Property, StartNode } from '../components.ts'
import { quoted } from '../notes.ts'
import { type CanvasEdge, type CanvasNode, isAnnotation, isTool } from './canvas.ts'
import { branchOf, type Level, type Making, rolesIn, withPlainOrder } from './canvas-level.ts'
import { type ControlFlow, controlFlowOf } from './control-flow.ts'
import { controlName, dataName } from './draw-edges.ts'
import { CYCLE } from './export-rules.ts'
import { EDGE } from './saved-metadata.ts'

export interface Frame {
  readonly start: FlowNodeComponent
  readonly nodes: readonly FlowNodeComponent[]
  readonly control: readonly ControlEdge[]
  readonly data: readonly DataEdge[]
  readonly canvasOf: ReadonlyMap<FlowNodeComponent, CanvasNode>
  /** Ids of the components without a canvas node. */
  readonly added: readonly string[]
}

interface Framing {
  /** True if an added end outputs all unused values. False if the workflow declares outputs. */
  readonly collects: boolean
}

/** The flow of a level; undefined with a noted error if it cannot be put in sequence. */
export function framed(level: Level, making: Making, framing: Framing = { collects: true }): Frame | undefined {
  const { notes } = making
  const edges = withPlainOrder(level.edges)
  const control = controlOf({ ...level, edges }, making)
  if (control === undefined) return undefined
  const dropped = new Set(control.left)
  for (const one of dropped) notes.warn(`${quoted(one.name)} is a second end of the same path and is omitted`)
  if (control.isLinearised) notes.warn('Nodes that could run in parallel run one after the other in Agent Spec')
  const nodes = level.nodes.filter((one) => !dropped.has(one))
  const kept = edges.filter(({ source, target }) => !dropped.has(source) && !dropped.has(target))
  return newFrame({ nodes, edges: kept }, control, { making, framing })
}

function controlOf({ nodes, edges }: Level, making: Making): ControlFlow | undefined {
  const counted = edges.filter((edge) => edge.kind === 'trigger' || edge.kind === 'data')
  const control = controlFlowOf(nodes, counted, rolesIn(making))
  // A cycle of more than trigger edges cannot be put in sequence.
  if (control === undefined && nodes.length > 0) making.notes.error(CYCLE)
  return control
}

interface NewFrame {
  readonly making: Making
  readonly framing: Framing
}

/** Nodes and edges, with an added start and end if the level has none. */
function newFrame({ nodes, edges }: Level, control: ControlFlow, { making, framing }: NewFrame): Frame {
  const { made, notes, ids } = making
  const components = nodes.flatMap((node) => made.get(node)?.component ?? [])
  const canvasOf = new Map(
    nodes.flatMap((node) => {
      const component = made.get(node)?.component
      return component && !making.folds.has(node) && !making.frames.has(node) ? [[component, node] as const] : []
    }),
  )
  const free = freeNames(components)
  const given = components.find((one) => one.kind === 'start')
  const start: FlowNodeComponent =
    given ?? ({ kind: 'start', id: free('Start'), name: free('Start'), inputs: [], outputs: [] } satisfies StartNode)
  const needsEnd = control.steps.some((step) => step.to === undefined)
  const last = needsEnd ? addedEnd({ nodes, edges }, making, { control, name: free('End'), framing }) : undefined
  if (given === undefined)
    notes.warn('Agent Spec requires exactly one StartNode. The workflow has none, so one is added')
  if (last !== undefined && framing.collects)
    notes.warn('Agent Spec requires at least one EndNode on every path. One is added where there is none')
  for (const id of [...components.map((one) => one.id), start.id, last?.end.id]) ids.add(id)
  const edge = edgeMaker(ids)
  const entry = control.first === undefined ? last?.end : made.get(control.first)?.component
  const steps = control.steps.flatMap((step) => {
    const [from, to] = [made.get(step.from), step.to ? made.get(step.to)?.component : last?.end]
    if (!from || !to) return []
    const kept = step.edge?.edge.data?.[EDGE]
    return [edge({ from: from.component, to, branch: branchOf(from, step.port), kept })]
  })
  return {
    start,
    nodes: [...(given ? [] : [start]), ...components, ...(last ? [last.end] : [])],
    control: [...(given === undefined && entry ? [edge({ from: start, to: entry, branch: 'next' })] : []), ...steps],
    data: [...dataEdges(edges, making), ...(last?.edges ?? [])],
    canvasOf,
    added: [...(given ? [] : [start.id]), ...(last ? [last.end.id] : [])],
  }
}

function freeNames(components: readonly FlowNodeComponent[]): (wanted: string) => string {
  const taken = new Set(components.flatMap(({ id, name }) => [id, name]))
  return (wanted) => {
    let name = wanted
    for (let number = 2; taken.has(name); number++) name = `${wanted} ${number}`
    return name
  }
}

interface EdgeEnds {
  readonly from: FlowNodeComponent
  readonly to: FlowNodeComponent
  readonly branch: string
  readonly kept?: unknown
}

/** Creates control edges with unique ids. */
export function edgeMaker(ids: Set<unknown>): (ends: EdgeEnds) => ControlEdge {
  return ({ from, to, branch, kept }) => {
    const usual = controlName({ from: from.name, to: to.name, branch })
    const { base, branch: written } = keptOf(kept, usual, ids)
    const isPlain = branch === 'next' && written === undefined
    return {
      ...base,
      fromNode: from.id,
      toNode: to.id,
      ...(isPlain ? {} : { fromBranch: written === null ? null : branch }),
    }
  }
}

/** Name, id and metadata of an imported edge. */
function keptOf(value: unknown, usual: string, ids: Set<unknown>) {
  const kept: Fields = isObject(value) ? value : {}
  const name = typeof kept.name === 'string' ? kept.name : usual
  const wanted = typeof kept.id === 'string' ? kept.id : usual
  let id = wanted
  for (let number = 2; ids.has(id); number++) id = `${wanted} ${number}`
  ids.add(id)
  return {
    base: {
      id,
      name,
      ...('description' in kept ? { description: kept.description as string | null } : {}),
      ...('metadata' in kept ? { metadata: kept.metadata as Fields | null } : {}),
      ...(isObject(kept.extra) ? { extra: kept.extra } : {}),
    },
    branch: kept.from_branch as string | null | undefined,
  }
}

/** An end that outputs the unused values of the nodes on every path. */
function addedEnd(
  { nodes, edges }: Level,
  { made }: Making,
  { control, name, framing }: { control: ControlFlow; name: string; framing: Framing },
): { end: EndNode; edges: DataEdge[] } {
  const taken = new Set<string>()
  const properties: Property[] = []
  const collected: DataEdge[] = []
  const feeding = new Set(edges.filter((edge) => edge.kind === 'data').map((edge) => edge.source))
  for (const node of framing.collects ? nodes : []) {
    const one = made.get(node)
    if (!one || one.component.kind === 'start' || !control.always.has(node) || feeding.has(node)) continue
    for (const title of one.outputs.values()) {
      const property = one.component.outputs?.find((output) => output.title === title)
      if (property === undefined) continue
      const own = taken.has(title) ? `${one.component.name.replace(/[.,{}\s'"]+/g, '_')}_${title}` : title
      taken.add(own)
      properties.push({ ...property, title: own })
      const edge = dataName({ from: one.component.name, output: title, to: name, input: own })
      collected.push({
        id: edge,
        name: edge,
        sourceNode: one.component.id,
        sourceOutput: title,
        destinationNode: name,
        destinationInput: own,
      })
    }
  }
  return { end: { kind: 'end', id: name, name, inputs: properties, outputs: properties }, edges: collected }
}

function dataEdges(edges: readonly CanvasEdge[], making: Making): DataEdge[] {
  return edges.filter((edge) => edge.kind === 'data').flatMap((edge) => dataEdge(edge, making))
}

function dataEdge(edge: CanvasEdge, { made, ids, notes }: Making): DataEdge[] {
  const [source, target] = [made.get(edge.source), made.get(edge.target)]
  const [output, input] = [source?.outputs.get(edge.sourcePort), target?.inputs.get(edge.targetPort)]
  if (!source || !target || output === undefined || input === undefined) {
    if (source && target && !isAnnotation(edge.source) && !isTool(edge.source)) {
      notes.warn(`The connection from ${quoted(edge.source.name)} to ${quoted(edge.target.name)} is omitted`)
    }
    return []
  }
  const usual = dataName({ from: source.component.name, output, to: target.component.name, input })
  const { base } = keptOf(edge.edge.data?.[EDGE], usual, ids)
  return [
    {
      ...base,
      sourceNode: source.component.id,
      sourceOutput: output,
      destinationNode: target.component.id,
      destinationInput: input,
    },
  ]
}
