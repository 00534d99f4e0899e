/** Copied nodes as text, so that they can be pasted into another workflow, another window or a chat. */
import {
  type Catalogue,
  type Graph,
  isObject,
  type WorkflowEdge,
  type WorkflowNode,
  withoutSecrets,
} from '@millrace/model'

export interface Clip {
  readonly nodes: readonly WorkflowNode[]
  readonly edges: readonly WorkflowEdge[]
}

const KIND = 'millrace/nodes'

/** The selected nodes and the edges between them, without secrets. */
export function clipOf({ nodes, edges }: Graph, ids: ReadonlySet<string>): Clip {
  return {
    nodes: nodes.filter((node) => ids.has(node.id)),
    edges: edges.filter((edge) => ids.has(edge.source) && ids.has(edge.target)),
  }
}

export function clipText({ nodes, edges }: Clip, catalogue: Catalogue): string {
  return JSON.stringify({ kind: KIND, nodes: withoutSecrets(nodes, catalogue), edges }, null, 1)
}

/** Parses nodes from text: a clip, a workflow or a list of nodes; undefined if there are none. */
export function clipIn(text: string): Clip | undefined {
  if (text.length > 20_000_000 || !/^\s*[[{]/.test(text)) return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  const given = Array.isArray(value)
    ? { nodes: value }
    : isObject(value)
      ? isObject(value.workflow)
        ? value.workflow
        : value
      : {}
  const { nodes, edges = [] }: Readonly<Record<string, unknown>> = given
  if (!Array.isArray(nodes) || nodes.length === 0 || !nodes.every(isNode)) return undefined
  return { nodes, edges: Array.isArray(edges) ? edges.filter(isEdge) : [] }
}

export function isNode(value: unknown): value is WorkflowNode {
  return isObject(value) && typeof value.id === 'string' && (value.data === undefined || isObject(value.data))
}

export function isEdge(value: unknown): value is WorkflowEdge {
  return (
    isObject(value) &&
    typeof value.id === 'string' &&
    typeof value.source === 'string' &&
    typeof value.target === 'string'
  )
}
