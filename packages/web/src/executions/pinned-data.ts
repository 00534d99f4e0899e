/** Pinned data: outputs that stand in for a node in test runs. They are kept in the node, under `millrace:pinned`. Pure. */
import { type Graph, isObject, PINNED_EXTENSION, type WorkflowNode } from '@millrace/model'

export const PINNED = PINNED_EXTENSION

/** What is pinned to a node, if anything. */
export function pinnedOf(node: WorkflowNode): Readonly<Record<string, unknown>> | undefined {
  const pinned = node.data?.extensions?.[PINNED]
  return isObject(pinned) ? pinned : undefined
}

export function pinnedNodes({ nodes }: Pick<Graph, 'nodes'>): string[] {
  return nodes.filter((node) => pinnedOf(node) !== undefined).map(({ id }) => id)
}

/** The document with outputs pinned to a node, or with none where they are undefined. */
export function withPinned<G extends Graph>(
  document: G,
  id: string,
  outputs: Readonly<Record<string, unknown>> | undefined,
): G {
  return { ...document, nodes: document.nodes.map((node) => (node.id === id ? changed(node, outputs) : node)) }
}

function changed(node: WorkflowNode, outputs: Readonly<Record<string, unknown>> | undefined): WorkflowNode {
  const { [PINNED]: _, ...others } = node.data?.extensions ?? {}
  const extensions = outputs === undefined ? others : { ...others, [PINNED]: { ...outputs } }
  const { extensions: __, ...data } = node.data ?? {}
  return { ...node, data: Object.keys(extensions).length === 0 ? data : { ...data, extensions } } as WorkflowNode
}
