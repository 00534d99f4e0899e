/** Positions for a document that has none, such as one written by hand or by a program. */
import { type Catalogue, type Graph, isObject, type WorkflowNode } from '@millrace/model'
import { completedLayout, simpleLayout } from './layout.ts'
import { isAnnotation } from './node-look.ts'

/** The graph laid out from left to right if its nodes have no positions or all have the same; else the same graph. */
export function withInitialLayout<G extends Partial<Graph>>(graph: G, catalogue: Catalogue): G {
  const { nodes, edges } = graph
  if (!Array.isArray(nodes) || !Array.isArray(edges) || !isUnplaced(nodes, catalogue)) return graph
  const drawn = { nodes, edges }
  const positions = completedLayout(drawn, catalogue, simpleLayout(drawn, catalogue))
  const placed = nodes.map((node) => {
    const { x, y, ...size } = positions[node.id] ?? {}
    return x === undefined || y === undefined ? node : { ...node, ...size, position: { x, y } }
  })
  return { ...graph, nodes: placed }
}

function isUnplaced(nodes: readonly WorkflowNode[], catalogue: Catalogue): boolean {
  const run = nodes.filter((node) => isObject(node) && !isAnnotation(node, catalogue.types))
  if (run.length < 2) return false
  const places = new Set(run.map(({ position }) => `${position?.x ?? 0} ${position?.y ?? 0}`))
  return places.size === 1
}
