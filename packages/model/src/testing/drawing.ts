/**
 * Graphs drawn as text, for tests. One edge a line: `ask:True -> tell:trigger`; a bare name is a node without edges.
 * A node's type is the part of its name before the first dot or digit: `text.1` and `text2` are both of type `text`.
 */
import type { Graph, WorkflowNode } from '../workflow/workflow.ts'

export function drawn(drawing: string, configs: Record<string, Record<string, unknown>> = {}): Graph {
  const nodes = new Map<string, WorkflowNode>()
  const edges: Graph['edges'][number][] = []
  const node = (id: string) => {
    const known = nodes.get(id)
    if (known) return known
    const made: WorkflowNode = {
      id,
      type: 'universalNode',
      position: { x: nodes.size * 250, y: 0 },
      data: { label: id, config: configs[id] ?? {}, metadata: { node_type_id: id.replace(/[.\d].*$/, '') } },
    }
    nodes.set(id, made)
    return made
  }
  for (const line of drawing.split('\n').map((text) => text.trim())) {
    if (line === '') continue
    const [from, to] = line.split('->').map((end) => end.trim().split(':'))
    const source = node(from?.[0] ?? '').id
    if (to === undefined) continue
    const target = node(to[0] ?? '').id
    edges.push({
      id: `e${edges.length + 1}`,
      source,
      target,
      sourceHandle: `${source}-output-${from?.[1]}`,
      targetHandle: `${target}-input-${to[1]}`,
    })
  }
  return { nodes: [...nodes.values()], edges }
}
