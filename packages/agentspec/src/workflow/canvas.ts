/** An indexed workflow for export: node types, ports, and the ends of each edge. */
import {
  type Catalogue,
  configOf,
  isAnnotationType,
  isFailurePort,
  isObject,
  LOOP_BACK,
  LOOP_EXTENSION,
  type NodePort,
  type NodeType,
  nodeTypeIdOf,
  parseHandle,
  portsOf,
  sameJson,
  titleOf,
  type WorkflowEdge,
  type WorkflowNode,
} from '@millrace/model'
import { withPlainBranches } from './branch-values.ts'
import { millraceKind } from './millrace-types.ts'

export interface ExportedWorkflow {
  readonly id?: string
  readonly name: string
  readonly description?: string
  readonly nodes: readonly WorkflowNode[]
  readonly edges: readonly WorkflowEdge[]
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly config?: Readonly<Record<string, unknown>>
}

export interface CanvasNode {
  readonly node: WorkflowNode
  readonly id: string
  /** Display name: title, else label, else id. */
  readonly name: string
  readonly typeId: string
  /** The type from the catalogue; for an unknown type, the copy in the node. */
  readonly type: NodeType | undefined
  readonly config: Readonly<Record<string, unknown>>
  /** Secret settings, which are therefore not in the config. */
  readonly secrets: ReadonlySet<string>
  /** `agentspec:component_type`: the component it is exported as; undefined if it cannot be exported. */
  readonly mapsTo: string | undefined
  readonly inputs: readonly NodePort[]
  readonly outputs: readonly NodePort[]
  readonly arriving: CanvasEdge[]
  readonly leaving: CanvasEdge[]
}

/** trigger: order. tool: the source is a tool of the target. error: failures. data: a value. */
export type CanvasEdgeKind = 'trigger' | 'tool' | 'error' | 'data'

export interface CanvasEdge {
  readonly edge: WorkflowEdge
  readonly kind: CanvasEdgeKind
  readonly source: CanvasNode
  readonly target: CanvasNode
  readonly sourcePort: string
  readonly targetPort: string
  /** The branch of the source that must be taken for the edge to be used, if its port does not determine it. */
  readonly behind?: string
}

export interface Canvas {
  readonly nodes: readonly CanvasNode[]
  readonly edges: readonly CanvasEdge[]
}

/** `before`: the nodes with their secrets, if they were already removed from the workflow. */
export function canvasOf(workflow: ExportedWorkflow, catalogue: Catalogue, before = workflow.nodes): Canvas {
  const nodes = workflow.nodes.map((node, at) => canvasNode(node, catalogue, before[at] ?? node))
  const byId = new Map(nodes.map((one) => [one.id, one]))
  const drawn = workflow.edges.flatMap((edge): CanvasEdge[] => {
    const [source, target] = [byId.get(edge.source), byId.get(edge.target)]
    if (source === undefined || target === undefined) return []
    const sourcePort = parseHandle(edge.sourceHandle ?? '', edge.source, 'output') ?? 'output'
    const targetPort = parseHandle(edge.targetHandle ?? '', edge.target, 'input') ?? 'input'
    const kind = kindOf(source, sourcePort, { target, targetPort })
    return [{ edge, source, target, sourcePort, targetPort, kind }]
  })
  const edges = withPlainBranches(drawn)
  for (const edge of edges) {
    edge.source.leaving.push(edge)
    edge.target.arriving.push(edge)
  }
  return { nodes, edges }
}

function canvasNode(node: WorkflowNode, catalogue: Catalogue, before: WorkflowNode): CanvasNode {
  const typeId = nodeTypeIdOf(node)
  const copy = node.data?.metadata
  const type = catalogue.types.get(typeId) ?? (isType(copy) ? copy : undefined)
  const config = configOf(node)
  const given = configOf(before)
  const ports = type && portsOf(type, config)
  const maps = type?.extensions?.['agentspec:component_type']
  return {
    node,
    id: node.id,
    name: titleOf(node) || node.id,
    typeId,
    type,
    config,
    secrets: new Set(Object.keys(given).filter((key) => !sameJson(given[key], config[key]))),
    mapsTo: mapsToOf(typeId, maps),
    inputs: [...(ports?.inputs.values() ?? [])],
    outputs: [...(ports?.outputs.values() ?? [])],
    arriving: [],
    leaving: [],
  }
}

/** Our own types first: a question type declares a message component, but may be more. */
function mapsToOf(typeId: string, said: unknown): string | undefined {
  const ours = millraceKind(typeId)
  if (ours !== undefined) return ours
  if (typeof said === 'string') return said
  return typeId.startsWith('agentspec.') ? typeId.slice('agentspec.'.length) : undefined
}

function isType(value: unknown): value is NodeType {
  return isObject(value) && Array.isArray(value.inputs) && Array.isArray(value.outputs) && isObject(value.configSchema)
}

function kindOf(source: CanvasNode, port: string, to: { target: CanvasNode; targetPort: string }): CanvasEdgeKind {
  const output = source.outputs.find(({ id }) => id === port)
  const input = to.target.inputs.find(({ id }) => id === to.targetPort)
  if (output?.dataType === 'tool' || input?.dataType === 'tool') return 'tool'
  if (output !== undefined && isFailurePort(output)) return 'error'
  return output?.dataType === 'trigger' || input?.dataType === 'trigger' ? 'trigger' : 'data'
}

/** True for nodes that are only drawn and never run. */
export function isAnnotation({ type }: CanvasNode): boolean {
  return isAnnotationType(type) || type?.type === 'note'
}

/** True for nodes that are only used as tools of an agent. */
export function isTool(one: CanvasNode): boolean {
  return one.leaving.some(({ kind }) => kind === 'tool')
}

/** True for a loop over the items of a list. */
export function isForeach(node: CanvasNode): boolean {
  return loopKindOf(node) === 'foreach' && node.mapsTo !== undefined
}

/** True for a loop with a condition. */
export function isWhile(node: CanvasNode): boolean {
  return loopKindOf(node) === 'while'
}

function loopKindOf({ type }: CanvasNode): unknown {
  const trait = type?.extensions?.[LOOP_EXTENSION]
  return isObject(trait) ? trait.kind : undefined
}

/** Data ports: not trigger, tool, error or loop_back ports. */
export function isDataPort(port: NodePort): boolean {
  if (port.dataType === 'trigger' || port.dataType === 'tool' || port.id === LOOP_BACK) return false
  return !isFailurePort(port)
}
