/** The kind of a change, as reported to hosts. */
import { nodeTypeIdOf } from '@millrace/model'
import type { EditorDocument } from './editor-document.ts'
import type { ChangeKind } from './editor-options.ts'

export function changeKindOf(before: EditorDocument, after: EditorDocument): ChangeKind {
  if (before.nodes.length < after.nodes.length) return 'node_add'
  if (before.nodes.length > after.nodes.length) return 'node_remove'
  if (before.nodes !== after.nodes) {
    const old = new Map(before.nodes.map((node) => [node.id, node]))
    for (const node of after.nodes) {
      const was = old.get(node.id)
      if (was === node) continue
      if (was === undefined || nodeTypeIdOf(was) !== nodeTypeIdOf(node)) return 'node_swap'
      if (was.data !== node.data) return 'node_config'
    }
    if (before.edges === after.edges) return 'node_move'
  }
  if (before.edges.length < after.edges.length) return 'edge_add'
  if (before.edges.length > after.edges.length) return 'edge_remove'
  if (before.name !== after.name) return 'name'
  if (before.description !== after.description) return 'description'
  return before.nodes === after.nodes ? 'metadata' : 'node_move'
}
