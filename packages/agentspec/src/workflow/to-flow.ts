/**
 * From a workflow to an Agent Spec flow (entries 37 and 40). The same workflow always gives the same flow. What Agent
 * Spec cannot say is kept in the metadata of the flow, so that `to-workflow.ts` gives the workflow back; secrets are not.
 */
import { type Catalogue, isObject, sameJson, withoutSecrets } from '@millrace/model'
import { newSeedReader } from '../codec/read-seed.ts'
import type {
  Agentic,
  ControlEdge,
  DataEdge,
  EndNode,
  Fields,
  Flow,
  FlowNodeComponent,
  Property,
  StartNode,
} from '../components.ts'
import { type Notes, newNotes, quoted } from '../notes.ts'
import { branchesOf } from '../ports.ts'
import {
  type Canvas,
  type CanvasEdge,
  type CanvasNode,
  canvasOf,
  type ExportedWorkflow,
  isAnnotation,
  isTool,
} from './canvas.ts'
import { type ControlFlow, controlFlowOf } from './control-flow.ts'
import { controlName, dataName, drawnByName } from './draw-edges.ts'
import { CYCLE, exportRules, runningNodes } from './export-rules.ts'
import { keepCanvas, keepNode } from './keep.ts'
import { type Made, madeNodes } from './made-nodes.ts'
import { withoutSecretsIn } from './redact.ts'
import { EDGE, FLOW } from './saved.ts'

export interface ExportOptions {
  /** For which dialect: a loop is an error in the seed's and none in the official one. */
  readonly dialect?: 'seed' | 'official'
}

export interface ExportCheck {
  readonly valid: boolean
  readonly errors: readonly string[]
  readonly warnings: readonly string[]
}

export interface Exported {
  readonly flow: Flow
  /** The agent that the workflow was imported beside. */
  readonly agent?: Agentic
  readonly warnings: readonly string[]
  readonly errors?: undefined
}

export interface NotExportable {
  readonly errors: readonly string[]
  readonly warnings: readonly string[]
  readonly flow?: undefined
}

/** Whether a workflow can be exported, and what would be lost. */
export function checkExport(
  workflow: ExportedWorkflow,
  catalogue: Catalogue,
  options: ExportOptions = {},
): ExportCheck {
  const { errors, warnings } = toFlow(workflow, catalogue, options)
  return { valid: errors === undefined, errors: errors ?? [], warnings }
}

/** The flow of a workflow; `errors` tells when there is none. */
export function toFlow(
  workflow: ExportedWorkflow,
  catalogue: Catalogue,
  options: ExportOptions = {},
): Exported | NotExportable {
  const notes = newNotes()
  const clean = { ...workflow, nodes: withoutSecrets(workflow.nodes, catalogue) }
  for (const [at, node] of clean.nodes.entries()) {
    if (node !== workflow.nodes[at]) notes.warn(`The secrets of node ${quoted(node.id)} are left out`)
  }
  const canvas = canvasOf(clean, catalogue)
  exportRules(canvas, notes, { mayLoop: options.dialect === 'official' })
  const built = builtFlow(clean, canvas, { notes, catalogue })
  const { errors } = notes
  if (errors.length > 0 || built === undefined) return { errors, warnings: notes.warnings }
  const { value: flow, secrets } = withoutSecretsIn(built)
  for (const secret of secrets) notes.warn(`Secret ${quoted(secret)} is left out`)
  const agent = agentBeside(workflow, notes)
  return { flow, ...(agent ? { agent } : {}), warnings: notes.warnings }
}

interface Building {
  readonly notes: Notes
  readonly catalogue: Catalogue
}

function builtFlow(workflow: ExportedWorkflow, canvas: Canvas, { notes, catalogue }: Building): Flow | undefined {
  const nodes = runningNodes(canvas).filter((one) => one.mapsTo !== undefined)
  const made = madeNodes(nodes, notes)
  const control = controlOf(canvas, made, notes)
  if (notes.errors.length > 0 || control === undefined) return undefined
  const dropped = new Set(control.left)
  for (const one of dropped) notes.warn(`${quoted(one.name)} is a second end of the same path and is left out`)
  if (control.isLinearised) notes.warn('What could run at the same time runs one after the other in Agent Spec')
  const kept: Fields = isObject(workflow.metadata?.[FLOW]) ? workflow.metadata[FLOW] : {}
  const frame = newFrame(
    nodes.filter((one) => !dropped.has(one)),
    made,
    { control, notes },
  )
  const data = dataEdges(canvas, { made, dropped, frame, notes })
  const flow: Flow = {
    kind: 'flow',
    id: typeof kept.id === 'string' ? kept.id : (workflow.id ?? workflow.name),
    name: typeof kept.name === 'string' ? kept.name : workflow.name,
    ...described(workflow, kept),
    ...(typeof kept.version === 'string' ? { version: kept.version } : {}),
    ...(Array.isArray(kept.inputs) ? { inputs: kept.inputs as Property[] } : {}),
    ...(Array.isArray(kept.outputs) ? { outputs: kept.outputs as Property[] } : {}),
    startNode: frame.start.id,
    nodes: frame.nodes.map((component) => keepNode(component, frame.canvasOf.get(component), { made, catalogue })),
    controlFlow: frame.control,
    ...(isObject(kept.extra) ? { extra: kept.extra } : {}),
  }
  const whole = withData(flow, data, { kept, notes })
  return keepCanvas(whole, { workflow, canvas, catalogue, kept, added: frame.added })
}

/** Description as it was; a workflow has an empty one where a flow has none. */
function described(workflow: ExportedWorkflow, kept: Fields): { description?: string } {
  const description = workflow.description ?? ''
  if (description !== '') return { description }
  return typeof kept.description === 'string' && kept.description === '' ? { description } : {}
}

function controlOf(canvas: Canvas, made: ReadonlyMap<CanvasNode, Made>, notes: Notes): ControlFlow | undefined {
  const edges = canvas.edges.filter((edge) => made.has(edge.source) && made.has(edge.target))
  for (const { kind, source } of edges) {
    if (kind === 'error') notes.warn(`${quoted(source.name)}: what happens on an error has no Agent Spec equivalent`)
  }
  const counted = edges.filter((edge) => edge.kind === 'trigger' || edge.kind === 'data')
  const kindOf = (node: CanvasNode) => made.get(node)?.component
  const control = controlFlowOf([...made.keys()], counted, {
    isStart: (node) => kindOf(node)?.kind === 'start',
    isEnd: (node) => kindOf(node)?.kind === 'end',
    branchesOf: (node) => branchPortsOf(node, kindOf(node)),
  })
  // A loop that is more than a path of trigger edges cannot be put in order.
  if (control === undefined && made.size > 0) notes.error(CYCLE)
  return control
}

/** The ports a node goes on by, where it has a choice: its own names for the branches. */
function branchPortsOf(node: CanvasNode, component: FlowNodeComponent | undefined): string[] | undefined {
  if (component === undefined) return undefined
  const branches = branchesOf(component)
  if (component.kind === 'branching' && component.seedBranches) return component.seedBranches.map(({ name }) => name)
  if (branches.length < 2 && component.kind !== 'branching') return undefined
  return branches.map((branch) =>
    branch === 'next' && node.outputs.some(({ id }) => id === 'trigger') ? 'trigger' : branch,
  )
}

interface Frame {
  readonly start: FlowNodeComponent
  readonly nodes: readonly FlowNodeComponent[]
  readonly control: readonly ControlEdge[]
  readonly canvasOf: ReadonlyMap<FlowNodeComponent, CanvasNode>
  /** Ids of the nodes that were added. */
  readonly added: readonly string[]
  /** Outputs that an added end collects. */
  readonly collected: readonly DataEdge[]
}

/** Nodes and control edges, with a start and an end where the workflow has none. */
function newFrame(
  nodes: readonly CanvasNode[],
  made: ReadonlyMap<CanvasNode, Made>,
  { control, notes }: { control: ControlFlow; notes: Notes },
): Frame {
  const components = nodes.flatMap((node) => made.get(node)?.component ?? [])
  const canvasOf = new Map(
    nodes.flatMap((node) => {
      const component = made.get(node)?.component
      return component ? [[component, node] as const] : []
    }),
  )
  const free = freeNames(components)
  const given = components.find((one) => one.kind === 'start')
  const start: FlowNodeComponent =
    given ?? ({ kind: 'start', id: free('Start'), name: free('Start'), inputs: [], outputs: [] } satisfies StartNode)
  const needsEnd = control.steps.some((step) => step.to === undefined)
  const last = needsEnd ? addedEnd(nodes, made, { control, name: free('End') }) : undefined
  if (given === undefined)
    notes.warn('Agent Spec requires exactly one StartNode. The workflow has none, so one is added')
  if (last !== undefined)
    notes.warn('Agent Spec requires at least one EndNode on every path. One is added where there is none')
  const ids = new Set([...components.map(({ id }) => id), start.id, last?.end.id])
  const edge = edgeMaker(ids)
  const entry = control.first === undefined ? last?.end : made.get(control.first)?.component
  return {
    start,
    nodes: [...(given ? [] : [start]), ...components, ...(last ? [last.end] : [])],
    control: [
      ...(given === undefined && entry ? [edge({ from: start, to: entry, branch: 'next' })] : []),
      ...control.steps.flatMap((step) => {
        const [from, to] = [made.get(step.from)?.component, step.to ? made.get(step.to)?.component : last?.end]
        if (!from || !to) return []
        return [edge({ from, to, branch: branchOf(from, step.port), kept: step.edge?.edge.data?.[EDGE] })]
      }),
    ],
    canvasOf,
    added: [...(given ? [] : [start.id]), ...(last ? [last.end.id] : [])],
    collected: last?.edges ?? [],
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

/** The branch of a component behind a port of its node. */
function branchOf(component: FlowNodeComponent, port: string): string {
  if (port === 'trigger') return 'next'
  if (component.kind !== 'branching' || !component.seedBranches) return port
  return component.seedBranches.some(({ name }) => name === port) && !Object.values(component.mapping).includes(port)
    ? 'default'
    : port
}

interface EdgeEnds {
  readonly from: FlowNodeComponent
  readonly to: FlowNodeComponent
  readonly branch: string
  readonly kept?: unknown
}

/** Control edges with ids that nothing else in the flow has. */
function edgeMaker(ids: Set<unknown>): (ends: EdgeEnds) => ControlEdge {
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

/** Name, id and metadata that an edge came with. */
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

/** An end that gives what nothing in the workflow takes, of the nodes that every run passes. */
function addedEnd(
  nodes: readonly CanvasNode[],
  made: ReadonlyMap<CanvasNode, Made>,
  { control, name }: { control: ControlFlow; name: string },
): { end: EndNode; edges: DataEdge[] } {
  const taken = new Set<string>()
  const properties: Property[] = []
  const edges: DataEdge[] = []
  for (const node of nodes) {
    const one = made.get(node)
    if (!one || one.component.kind === 'start' || !control.always.has(node)) continue
    if (node.leaving.some((edge) => edge.kind === 'data')) continue
    for (const title of one.outputs.values()) {
      const property = one.component.outputs?.find((output) => output.title === title)
      if (property === undefined) continue
      const own = taken.has(title) ? `${one.component.name.replace(/[.,{}\s'"]+/g, '_')}_${title}` : title
      taken.add(own)
      properties.push({ ...property, title: own })
      const edge = dataName({ from: one.component.name, output: title, to: name, input: own })
      edges.push({
        id: edge,
        name: edge,
        sourceNode: one.component.id,
        sourceOutput: title,
        destinationNode: name,
        destinationInput: own,
      })
    }
  }
  return { end: { kind: 'end', id: name, name, inputs: properties, outputs: properties }, edges }
}

interface DataContext {
  readonly made: ReadonlyMap<CanvasNode, Made>
  readonly dropped: ReadonlySet<CanvasNode>
  readonly frame: Frame
  readonly notes: Notes
}

function dataEdges(canvas: Canvas, { made, dropped, frame, notes }: DataContext): DataEdge[] {
  const ids = new Set<unknown>([...frame.nodes.map(({ id }) => id), ...frame.control.map(({ id }) => id)])
  const edges = canvas.edges.filter(
    (edge) => edge.kind === 'data' && !dropped.has(edge.target) && !dropped.has(edge.source),
  )
  const drawn = edges.flatMap((edge) => dataEdge(edge, { made, ids, notes }))
  for (const { id } of frame.collected) ids.add(id)
  return [...drawn, ...frame.collected]
}

function dataEdge(
  edge: CanvasEdge,
  at: { made: ReadonlyMap<CanvasNode, Made>; ids: Set<unknown>; notes: Notes },
): DataEdge[] {
  const [source, target] = [at.made.get(edge.source), at.made.get(edge.target)]
  const [output, input] = [source?.outputs.get(edge.sourcePort), target?.inputs.get(edge.targetPort)]
  if (!source || !target || output === undefined || input === undefined) {
    if (source && target && !isAnnotation(edge.source) && !isTool(edge.source)) {
      at.notes.warn(`The connection from ${quoted(edge.source.name)} to ${quoted(edge.target.name)} is left out`)
    }
    return []
  }
  const usual = dataName({ from: source.component.name, output, to: target.component.name, input })
  const { base } = keptOf(edge.edge.data?.[EDGE], usual, at.ids)
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

/** Data that flowed by name when the flow came flows by name again if the edges are still the ones that were drawn. */
function withData(flow: Flow, data: readonly DataEdge[], { kept, notes }: { kept: Fields; notes: Notes }): Flow {
  if (!('data_flow' in kept)) return { ...flow, dataFlow: data }
  const ends = (edges: readonly DataEdge[]) =>
    edges.map((one) => [one.sourceNode, one.sourceOutput, one.destinationNode, one.destinationInput].join('\n')).sort()
  if (sameJson(ends(drawnByName(flow)), ends(data))) return kept.data_flow === null ? { ...flow, dataFlow: null } : flow
  notes.warn(
    'Data flowed by name in the flow that this workflow came from; its edges were changed, so they are listed now',
  )
  return { ...flow, dataFlow: data }
}

function agentBeside(workflow: ExportedWorkflow, notes: Notes): Agentic | undefined {
  const kept = workflow.metadata?.[FLOW]
  if (!isObject(kept) || !isObject(kept.agent)) return undefined
  return newSeedReader({}, notes).component({ component_type: 'agent', ...kept.agent }, 'agent') as Agentic
}
