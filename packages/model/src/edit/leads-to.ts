import { LOOP_BACK } from '../validate/resolved-graph.ts'
import type { Graph } from '../workflow/workflow.ts'
import { portIdsOf } from './find.ts'

/** True if edges lead from one node to another. Ignores edges that close a loop: they may form a cycle. */
export function leadsTo({ edges }: Graph, from: string, to: string): boolean {
  const next = new Map<string, string[]>()
  for (const edge of edges) {
    if (portIdsOf(edge).target === LOOP_BACK) continue
    const list = next.get(edge.source)
    if (list) list.push(edge.target)
    else next.set(edge.source, [edge.target])
  }
  const seen = new Set([from])
  for (const node of seen) {
    if (node === to) return true
    for (const after of next.get(node) ?? []) seen.add(after)
  }
  return false
}
