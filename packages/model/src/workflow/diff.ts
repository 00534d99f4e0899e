/** The difference between two versions of a workflow, by nodes and edges instead of by text. */
import { isObject, pointer, sameJson } from '../json.ts'
import { type Static, Type } from '../schema.ts'
import { STATE_FIELDS } from './state-fields.ts'
import { nodeTypeIdOf, type WorkflowEdge, type WorkflowNode } from './workflow.ts'

const Change = Type.Object({
  path: Type.String({ description: 'JSON pointer.' }),
  from: Type.Optional(Type.Any({ description: 'Absent when the value is new.' })),
  to: Type.Optional(Type.Any({ description: 'Absent when the value is gone.' })),
})
export type Change = Static<typeof Change>

const Part = Type.Object({ id: Type.String(), label: Type.String() })
const ChangedPart = Type.Object({ id: Type.String(), label: Type.String(), changes: Type.Array(Change) })
const Parts = Type.Object({
  added: Type.Array(Part),
  removed: Type.Array(Part),
  changed: Type.Array(ChangedPart),
})

export const WorkflowDiff = Type.Object(
  {
    workflow: Type.Array(Change, { description: 'Name, description, tags, settings and other keys of the workflow.' }),
    nodes: Parts,
    edges: Parts,
  },
  { $id: 'WorkflowDiff' },
)
export type WorkflowDiff = Static<typeof WorkflowDiff>

interface Document {
  readonly nodes: readonly WorkflowNode[]
  readonly edges: readonly WorkflowEdge[]
  readonly [key: string]: unknown
}

/** Keys that change with every save or describe the state, and are ignored. */
const SAVE_KEYS = new Set(['revision', 'nodes', 'edges', ...Object.keys(STATE_FIELDS)])
const SAVE_METADATA = ['createdAt', 'updatedAt', 'versionId', 'updateNumber']
/** Keys that a canvas writes to a node without an edit. */
const CANVAS_KEYS = ['measured', 'selected', 'dragging', 'width', 'height']

/** The structural difference: from the older document to the newer one. */
export function diffOf(from: Document, to: Document): WorkflowDiff {
  return {
    workflow: changesBetween(frame(from), frame(to)),
    nodes: partsDiff(from.nodes, to.nodes, { content: nodeContent, label: nodeLabel }),
    edges: partsDiff(from.edges, to.edges, { content: edgeContent, label: edgeLabel }),
  }
}

function frame(document: Document): Record<string, unknown> {
  const rest = Object.entries(document).filter(([key]) => !SAVE_KEYS.has(key))
  return { ...Object.fromEntries(rest), metadata: without(document.metadata, SAVE_METADATA) }
}

function nodeContent(node: WorkflowNode): Record<string, unknown> {
  const content = without(node, CANVAS_KEYS)
  // The copy of the type in a node is ignored; the type itself is compared.
  return {
    ...content,
    type: nodeTypeIdOf(node),
    data: without(node.data, ['metadata', 'nodeId', 'executionInfo', 'isProcessing']),
  }
}

function edgeContent(edge: WorkflowEdge): Record<string, unknown> {
  return without(edge, ['selected'])
}

function nodeLabel(node: WorkflowNode): string {
  return node.data?.label ?? node.id
}

function edgeLabel(edge: WorkflowEdge): string {
  return `${edge.source} → ${edge.target}`
}

function without(value: unknown, keys: readonly string[]): Record<string, unknown> {
  if (!isObject(value)) return {}
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)))
}

interface PartReader<T> {
  readonly content: (part: T) => Record<string, unknown>
  readonly label: (part: T) => string
}

function partsDiff<T extends { id: string }>(from: readonly T[], to: readonly T[], { content, label }: PartReader<T>) {
  const before = new Map(from.map((part) => [part.id, part]))
  const after = new Map(to.map((part) => [part.id, part]))
  const shown = (part: T) => ({ id: part.id, label: label(part) })
  return {
    added: to.filter((part) => !before.has(part.id)).map(shown),
    removed: from.filter((part) => !after.has(part.id)).map(shown),
    changed: to.flatMap((part) => {
      const old = before.get(part.id)
      const changes = old === undefined ? [] : changesBetween(content(old), content(part))
      return changes.length === 0 ? [] : [{ ...shown(part), changes }]
    }),
  }
}

/** Every path where two values differ: into objects, not into lists. */
function changesBetween(from: unknown, to: unknown, path = ''): Change[] {
  if (sameJson(from, to)) return []
  if (isObject(from) && isObject(to)) {
    const keys = new Set([...Object.keys(from), ...Object.keys(to)])
    return [...keys].flatMap((key) => changesBetween(from[key], to[key], pointer(path, key)))
  }
  return [{ path, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }]
}
