/** Stores canvas-only data in the metadata of a flow, only if an import could not reconstruct it. */
import {
  type Catalogue,
  EXTENSION_PREFIX,
  isObject,
  POSITION_EXTENSION,
  sameJson,
  type WorkflowNode,
} from '@millrace/model'
import type { Fields, Flow, FlowNodeComponent } from '../components.ts'
import type { Canvas, CanvasNode, ExportedWorkflow } from './canvas.ts'
import { drawEdges } from './draw-edges.ts'
import { drawNode } from './draw-node.ts'
import { SECRET_FIELDS } from './node-secrets.ts'
import { withoutSecretsInJson } from './redact.ts'
import { printOf, structureOf } from './restore.ts'

interface KeepNode {
  readonly made: ReadonlyMap<CanvasNode, { inputs: ReadonlyMap<string, string>; outputs: ReadonlyMap<string, string> }>
  readonly catalogue: Catalogue
  /** Ids of components that several nodes of the flow use. */
  readonly shared: ReadonlySet<string>
}

/** A component with its position, its node id and, if drawing it would differ, the node. */
export function keepNode(
  component: FlowNodeComponent,
  canvas: CanvasNode | undefined,
  { made, catalogue, shared }: KeepNode,
): FlowNodeComponent {
  if (canvas === undefined) return component
  const { node } = canvas
  const position = node.position ?? { x: 0, y: 0 }
  const drawn = drawNode(component, { id: node.id, position, catalogue, shared })
  const titles = made.get(canvas)
  const isOurs = canvas.typeId.startsWith('agentspec.')
  const bare = withoutType(isOurs ? withoutFields(node, SECRET_FIELDS) : node)
  // The flow itself has its outputs; its ends only repeat them.
  const isDrawn = isOurs && sameJson(withoutType(drawn.node), withoutType(withoutFields(node, REPEATED)))
  const renamed = renamedPorts(titles)
  const kept: Fields = isDrawn
    ? {}
    : {
        [`${EXTENSION_PREFIX}node`]: withoutSecretsInJson(withoutId(bare)).value,
        [`${EXTENSION_PREFIX}print`]: printOf(component),
        ...(renamed === undefined ? {} : { [`${EXTENSION_PREFIX}ports`]: renamed }),
      }
  const { metadata, ...rest } = placed(component, canvas)
  return { ...rest, metadata: { ...metadata, ...kept } } as FlowNodeComponent
}

/** A component with its position and node id. */
export function placed(component: FlowNodeComponent, canvas: CanvasNode | undefined): FlowNodeComponent {
  if (canvas === undefined || canvas.typeId === '') return component
  const { x, y } = canvas.node.position ?? { x: 0, y: 0 }
  return {
    ...component,
    metadata: {
      ...component.metadata,
      [POSITION_EXTENSION]: { x, y },
      [`${EXTENSION_PREFIX}node_id`]: canvas.id,
      [`${EXTENSION_PREFIX}node_type_id`]: canvas.typeId,
    },
  }
}

const REPEATED = [...SECRET_FIELDS, 'flow_outputs']

function withoutFields(node: WorkflowNode, fields: readonly string[]): WorkflowNode {
  const config = node.data?.config
  if (config === undefined || !fields.some((key) => Object.hasOwn(config, key))) return node
  const left = Object.entries(config).filter(([key]) => !fields.includes(key))
  return { ...node, data: { ...node.data, config: Object.fromEntries(left) } }
}

function withoutType(node: WorkflowNode): Fields {
  const { metadata: _, ...data } = node.data ?? {}
  return { ...node, data }
}

function withoutId({ id: _, position: __, ...node }: Fields): Fields {
  return node
}

/** Ports whose id differs from their title, by title. */
function renamedPorts(
  titles: { inputs: ReadonlyMap<string, string>; outputs: ReadonlyMap<string, string> } | undefined,
) {
  const side = (map: ReadonlyMap<string, string> | undefined) =>
    Object.fromEntries([...(map ?? [])].filter(([id, title]) => id !== title).map(([id, title]) => [title, id]))
  const ports = { inputs: side(titles?.inputs), outputs: side(titles?.outputs) }
  return Object.keys(ports.inputs).length + Object.keys(ports.outputs).length > 0 ? ports : undefined
}

interface KeepCanvas {
  readonly workflow: ExportedWorkflow
  readonly canvas: Canvas
  readonly catalogue: Catalogue
  /** Metadata of the flow from its import. */
  readonly kept: Fields
  readonly added: readonly string[]
  /** Components that canvas nodes were folded into. */
  readonly folded: readonly FlowNodeComponent[]
}

/** Stores the rest of the workflow in the flow: edges, nodes that do not run, config, tags, author. */
export function keepCanvas(flow: Flow, { workflow, canvas, catalogue, kept, added, folded }: KeepCanvas): Flow {
  const nodeIdOf = (node: FlowNodeComponent) => String(node.metadata?.[`${EXTENSION_PREFIX}node_id`] ?? '')
  const inFlow = new Set(flow.nodes.map(nodeIdOf))
  const byId = new Map(canvas.nodes.map((one) => [one.id, one]))
  const others = canvas.nodes.filter(({ id }) => !inFlow.has(id))
  const drawn = new Map(
    flow.nodes.flatMap((node) => {
      const source = byId.get(nodeIdOf(node))
      if (source === undefined) return []
      return [[node.id, drawNode(node, { id: source.id, position: { x: 0, y: 0 }, catalogue })] as const]
    }),
  )
  const isDrawn = others.length + added.length === 0 && sameJson(drawEdges(flow, drawn), workflow.edges)
  const { tags, author } = workflow.metadata ?? {}
  const metadata: Fields = {
    ...(isObject(kept.metadata) ? kept.metadata : {}),
    ...(Array.isArray(tags) && tags.length > 0 ? { [`${EXTENSION_PREFIX}tags`]: tags } : {}),
    ...(typeof author === 'string' ? { [`${EXTENSION_PREFIX}author`]: author } : {}),
    ...(workflow.id === undefined ? {} : { [`${EXTENSION_PREFIX}workflow_id`]: workflow.id }),
    ...(isObject(workflow.config) && Object.keys(workflow.config).length > 0
      ? { [`${EXTENSION_PREFIX}config`]: withoutSecretsInJson(workflow.config).value }
      : {}),
    ...(isDrawn
      ? {}
      : {
          [`${EXTENSION_PREFIX}canvas`]: {
            structure: structureOf(flow),
            order: canvas.nodes.map(({ id }) => id),
            edges: workflow.edges,
            ...(added.length > 0 ? { added } : {}),
            ...(folded.length > 0 ? { folded: Object.fromEntries(folded.map((one) => [one.id, printOf(one)])) } : {}),
            ...(others.length > 0 ? { others: others.map(keptNode) } : {}),
          },
        }),
  }
  return Object.keys(metadata).length > 0 ? { ...flow, metadata } : flow
}

function keptNode(one: CanvasNode): Fields {
  return { node_type_id: one.typeId, ...withoutSecretsInJson(withoutType(one.node)).value }
}
