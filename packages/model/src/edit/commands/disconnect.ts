import type { PortRef } from '../../ports/handle.ts'
import type { Graph } from '../../workflow/workflow.ts'
import { type CommandWith, ConnectionArguments, NodeArguments } from '../arguments.ts'
import { editProblem, refuse } from '../edit-problem.ts'
import { edgesBetween, nodeNamed } from '../find.ts'
import { refText, wordText } from '../identifiers.ts'
import { type GraphEdit, line, toolOf, type Verb } from '../verb.ts'

/** Removes one connection, or all of a node. */
export type DisconnectCommand =
  | CommandWith<'disconnect', typeof ConnectionArguments>
  | CommandWith<'disconnect', typeof NodeArguments>

export const disconnect: Verb<DisconnectCommand> = {
  kind: 'edit',
  forms: [
    {
      form: 'disconnect <node>:<port> [from] <node>:<port>',
      effect: 'Removes this connection.',
      example: 'disconnect text_input.1:text chat_model.1:message',
      tool: toolOf('disconnect', ConnectionArguments),
    },
    {
      form: 'disconnect <node>',
      effect: 'Removes all connections of the node.',
      example: 'disconnect chat_model.1',
      tool: toolOf('disconnect', NodeArguments, 'disconnect_node'),
    },
  ],

  read(reader) {
    const { node, more } = reader.nodeAndMore('a node id')
    if (more === undefined) {
      reader.end()
      return { verb: 'disconnect', node }
    }
    if (more === '') return refuse('PARSE_ERROR', `an output is written <node>:<port>, "${node}:" is not`)
    reader.skip('from')
    const target = reader.ref('an input')
    reader.end()
    return { verb: 'disconnect', source: { node, port: more }, target }
  },

  write(command, dialect) {
    const mayQuote = dialect === 'millrace'
    if ('node' in command) return line('disconnect', wordText(command.node, mayQuote))
    const between = dialect === 'flowdrop' ? ['from'] : []
    return line('disconnect', refText(command.source, mayQuote), ...between, refText(command.target, mayQuote))
  },

  edit: (graph, command) => ('node' in command ? withoutEdgesOf(graph, command.node) : withoutEdge(graph, command)),
}

function withoutEdgesOf(graph: Graph, given: string): GraphEdit {
  const { id } = nodeNamed(graph, given)
  const edges = graph.edges.filter((edge) => edge.source !== id && edge.target !== id)
  if (edges.length < graph.edges.length) return { graph: { ...graph, edges } }
  return { graph, warnings: [editProblem('EDGE_NOT_FOUND', `Node "${id}" has no connections`)] }
}

function withoutEdge(graph: Graph, { source, target }: { source: PortRef; target: PortRef }): GraphEdit {
  const leaving = new Set(edgesBetween(graph, { source, target }))
  return { graph: { ...graph, edges: graph.edges.filter((edge) => !leaving.has(edge)) } }
}
