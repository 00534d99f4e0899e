/** The boxes of nodes as they are drawn, with the positions of the document. */
import { type Catalogue, type Graph, isGroup, type PlacedNode } from '@millrace/model'
import { wiredPorts } from './flow-graph.ts'
import { geometryOf } from './geometry.ts'
import { lookOf } from './node-look.ts'

const NO_PORTS: ReadonlySet<string> = new Set()

export function boxesOf({ nodes, edges }: Graph, { types }: Pick<Catalogue, 'types'>): PlacedNode[] {
  const wired = wiredPorts(edges)
  return nodes.map((node) => {
    const { width, height } = geometryOf(lookOf(node, types, wired.get(node.id) ?? NO_PORTS), node)
    return { id: node.id, isGroup: isGroup(node), x: node.position?.x ?? 0, y: node.position?.y ?? 0, width, height }
  })
}
