import { type CommandWith, NodeArguments } from '../arguments.ts'
import { nodeNamed } from '../find.ts'
import { wordText } from '../identifiers.ts'
import { line, toolOf, type Verb } from '../verb.ts'

/** Removes a node with its edges. */
export type DeleteCommand = CommandWith<'delete', typeof NodeArguments>

export const deleteNode: Verb<DeleteCommand> = {
  kind: 'edit',
  forms: [
    {
      form: 'delete <node>',
      effect: 'Removes the node and its connections.',
      example: 'delete text_output.1',
      tool: toolOf('delete', NodeArguments),
    },
  ],

  read(reader) {
    const node = reader.word('a node id')
    reader.end()
    return { verb: 'delete', node }
  },

  write: ({ node }, dialect) => line('delete', wordText(node, dialect === 'millrace')),

  edit(graph, { node }) {
    const { id } = nodeNamed(graph, node)
    return {
      graph: {
        ...graph,
        nodes: graph.nodes.filter((one) => one.id !== id),
        edges: graph.edges.filter((edge) => edge.source !== id && edge.target !== id),
      },
    }
  },
}
