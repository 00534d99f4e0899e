/** Inserts copied nodes with the edges between them. Taken ids are replaced, and the edges follow. */

import { withReferences } from '../../expressions/follow-names.ts'
import { NodeNames } from '../../expressions/node-names.ts'
import type { Point } from '../../geometry.ts'
import { printHandle } from '../../ports/handle.ts'
import { nodeTypeIdOf, type WorkflowEdge, type WorkflowNode } from '../../workflow/workflow.ts'
import { editProblem } from '../edit-problem.ts'
import { edgeName, portIdsOf } from '../find.ts'
import { placeOf } from '../free-place.ts'
import { freeEdgeId } from '../new-edge.ts'
import { nextId } from '../new-node.ts'
import type { Verb } from '../verb.ts'

export interface PasteCommand {
  readonly verb: 'paste'
  readonly nodes: readonly WorkflowNode[]
  readonly edges: readonly WorkflowEdge[]
  /** The distance from the originals; default: none. */
  readonly offset?: Point
}

export const paste: Verb<PasteCommand> = {
  kind: 'edit',
  gesture: 'Puts in copied nodes and the connections between them; taken ids are replaced by new ones.',

  edit(graph, { nodes, edges, offset }) {
    const taken = new Set(graph.nodes.map((node) => node.id))
    const newIds = new Map<string, string>()
    const pasted = nodes.map((node) => {
      const id = node.id === '' || taken.has(node.id) ? nextId(nodeTypeIdOf(node) || 'node', taken) : node.id
      taken.add(id)
      if (!newIds.has(node.id)) newIds.set(node.id, id)
      const data = node.data?.nodeId === undefined ? node.data : { ...node.data, nodeId: id }
      return { ...node, id, position: shifted(node, offset), ...(data === undefined ? {} : { data }) }
    })
    const names = new NodeNames(nodes.map((node) => ({ node })))
    // Copies refer to each other, not to their originals.
    const copyOf = (name: string) => {
      const [only, other] = names.named(name)
      return only === undefined || other !== undefined ? undefined : newIds.get(only.node.id)
    }
    const linked = pasted.map((node) => withReferences(node, copyOf))
    const takenEdges = new Set(graph.edges.map((edge) => edge.id))
    const inside = edges.filter((edge) => newIds.has(edge.source) && newIds.has(edge.target))
    const outside = edges.filter((edge) => !inside.includes(edge))
    const joined = inside.map((edge) => {
      const moved = between(edge, newIds.get(edge.source) ?? '', newIds.get(edge.target) ?? '')
      const id = freeEdgeId(edge.id, takenEdges)
      takenEdges.add(id)
      return { ...moved, id }
    })
    return {
      graph: { ...graph, nodes: [...graph.nodes, ...linked], edges: [...graph.edges, ...joined] },
      nodes: pasted.map((node) => node.id),
      edges: joined.map((edge) => edge.id),
      warnings: outside.map((edge) =>
        editProblem('NODE_NOT_FOUND', `The connection ${edgeName(edge)} was left out: one of its ends was not copied`),
      ),
    }
  },
}

function shifted(node: WorkflowNode, offset: Point | undefined) {
  const { x, y } = placeOf(node)
  return { ...node.position, x: x + (offset?.x ?? 0), y: y + (offset?.y ?? 0) }
}

/** The edge between other nodes, with long handles. */
function between(edge: WorkflowEdge, source: string, target: string): WorkflowEdge {
  const ports = portIdsOf(edge)
  return {
    ...edge,
    source,
    target,
    ...(ports.source === '' ? {} : { sourceHandle: printHandle({ node: source, port: ports.source }, 'output') }),
    ...(ports.target === '' ? {} : { targetHandle: printHandle({ node: target, port: ports.target }, 'input') }),
  }
}
