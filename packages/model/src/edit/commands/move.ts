import { argumentsOf, type CommandWith, NodeId, Position } from '../arguments.ts'
import { withNode } from '../config-change.ts'
import { refuse } from '../edit-problem.ts'
import { nodeNamed } from '../find.ts'
import { isAt, movedTo } from '../free-place.ts'
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
      effect: 'Puts the node at this place.',
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

  edit(graph, { node, to }) {
    const before = nodeNamed(graph, node)
    return isAt(before, to) ? { graph } : { graph: withNode(graph, { before, after: movedTo(before, to) }) }
  },
}
