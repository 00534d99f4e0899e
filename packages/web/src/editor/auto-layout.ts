/** Laying out anew, with the sizes that nodes really have here; the model only knows what they usually take. */
import { type Graph, laidOut, type Point, type WorkflowNode } from '@millrace/model'
import { wiredPorts } from '../graph/flow-graph.ts'
import { geometryOf } from '../graph/geometry.ts'
import { isAnnotation, lookOf } from '../graph/node-look.ts'
import type { EditorSession } from './session.ts'

type Places = Record<string, Point>

/** Places for all nodes that run. Notes and ideas stay where somebody put them, and so does the upper left corner. */
export function layoutPlaces(graph: Graph, catalogue: Parameters<typeof laidOut>[2]): Places {
  const wired = wiredPorts(graph.edges)
  const isNote = (node: WorkflowNode) => isAnnotation(node, catalogue.types)
  const nodes = graph.nodes
    .filter((node) => !isNote(node))
    .map((node) => {
      const { width, height } = geometryOf(lookOf(node, catalogue.types, wired.get(node.id) ?? new Set()), node)
      return { ...node, measured: { width, height } }
    })
  const placed = laidOut({ nodes, edges: graph.edges }, 'horizontal', catalogue).nodes
  const corner = (list: readonly WorkflowNode[]) => ({
    x: Math.min(...list.map((node) => node.position?.x ?? 0)),
    y: Math.min(...list.map((node) => node.position?.y ?? 0)),
  })
  const [from, to] = [corner(placed), corner(nodes)]
  const spot = (node: WorkflowNode) => ({
    x: Math.round(((node.position?.x ?? 0) - from.x + to.x) / 10) * 10,
    y: Math.round(((node.position?.y ?? 0) - from.y + to.y) / 10) * 10,
  })
  return Object.fromEntries(placed.map((node) => [node.id, spot(node)]))
}

export function layOut({ store, transact }: EditorSession): void {
  const { history, catalogue } = store.get()
  const positions = layoutPlaces(history.document, catalogue)
  if (Object.keys(positions).length > 0) transact('layout', (tx) => tx.place({ positions }))
}
