import type { Catalogue } from '../../catalogue.ts'
import type { Point } from '../../geometry.ts'
import type { Graph, WorkflowNode } from '../../workflow/workflow.ts'
import { argumentsOf, type CommandWith, NodeId, Position } from '../arguments.ts'
import { withNode } from '../config-change.ts'
import { refuse } from '../edit-problem.ts'
import { nodeNamed } from '../find.ts'
import { isAt, movedTo, placeOf } from '../free-place.ts'
import { placedNodes } from '../group-layout.ts'
import { isGroup, membersOf } from '../groups.ts'
import { wordText } from '../identifiers.ts'
import { pointText } from '../line-reader.ts'
import { line, toolOf, type Verb } from '../verb.ts'

const ARGUMENTS = argumentsOf({ node: NodeId, to: Position })

/** Moves a node on the canvas. */
export type MoveCommand = CommandWith<'move', typeof ARGUMENTS>

export const move: Verb<MoveCommand> = {
  kind: 'edit',
  forms: [
    {
      form: 'move <node> to <x>,<y>',
      effect: 'Puts the node at this place; a group takes its nodes along.',
      example: 'move chat_model.1 to -40,600',
      tool: toolOf('move', ARGUMENTS),
    },
  ],

  read(reader) {
    const node = reader.word('a node id')
    if (!reader.skip('to')) refuse('PARSE_ERROR', '"to" is missing')
    return { verb: 'move', node, to: reader.point() }
  },

  write: ({ node, to }, dialect) => line('move', wordText(node, dialect === 'millrace'), 'to', pointText(to)),

  edit(graph, { node, to }, catalogue) {
    const before = nodeNamed(graph, node)
    if (isAt(before, to)) return { graph }
    if (isGroup(before)) return { graph: withMovedGroup(graph, { group: before, to, catalogue }) }
    return { graph: withNode(graph, { before, after: movedTo(before, to) }) }
  },
}

interface GroupMove {
  readonly group: WorkflowNode
  readonly to: Point
  readonly catalogue: Catalogue
}

function withMovedGroup(graph: Graph, { group, to, catalogue }: GroupMove): Graph {
  const placed = placedNodes(graph.nodes, catalogue)
  const own = placed.find(({ id }) => id === group.id)
  const moved = new Set([group.id, ...(own === undefined ? [] : membersOf(own, placed))])
  const from = placeOf(group)
  const nodes = graph.nodes.map((node) => {
    const { x, y } = placeOf(node)
    return moved.has(node.id) ? movedTo(node, { x: x + to.x - from.x, y: y + to.y - from.y }) : node
  })
  return { ...graph, nodes }
}
