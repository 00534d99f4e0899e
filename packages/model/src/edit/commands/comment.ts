import { Type } from '../../schema.ts'
import type { Graph, WorkflowEdge } from '../../workflow/workflow.ts'
import { argumentsOf, type CommandWith, InputRef, OutputRef } from '../arguments.ts'
import { refuse } from '../edit-problem.ts'
import { edgesBetween } from '../find.ts'
import { refText, restText } from '../identifiers.ts'
import { nearestTo } from '../nearest.ts'
import { line, toolOf, type Verb } from '../verb.ts'

const ARGUMENTS = argumentsOf({
  source: OutputRef,
  target: InputRef,
  text: Type.String({ description: 'Empty to remove the comment.' }),
})

/** Sets the comment of a connection, given by its ends or by its id. An empty text removes the comment. */
export type CommentCommand =
  | CommandWith<'comment', typeof ARGUMENTS>
  | { readonly verb: 'comment'; readonly edge: string; readonly text: string }

export const comment: Verb<CommentCommand> = {
  kind: 'edit',
  forms: [
    {
      form: 'comment <node>:<port> [to] <node>:<port> <text…>',
      effect: 'Writes a comment on the connection, to the end of the line, without quotes.',
      example: 'comment text_input.1:text chat_model.1:message The question of the visitor',
      tool: toolOf('comment', ARGUMENTS),
    },
    {
      form: 'comment <node>:<port> [to] <node>:<port>',
      effect: 'Removes the comment of the connection.',
      example: 'comment text_input.1:text chat_model.1:message',
    },
  ],

  read(reader) {
    const source = reader.ref('an output')
    reader.skip('to')
    const target = reader.ref('an input')
    return { verb: 'comment', source, target, text: reader.rest() }
  },

  write(command, dialect) {
    // The public editor has no such command.
    if ('edge' in command || dialect !== 'millrace') return undefined
    const { source, target, text } = command
    const rest = text === '' ? [] : [restText(text)]
    return line('comment', refText(source, true), refText(target, true), ...rest)
  },

  edit(graph, command) {
    const before = edgeOf(graph, command)
    const { text } = command
    if (commentOf(before) === text) return { graph }
    const { label: _, ...data } = before.data ?? {}
    const after = { ...before, data: text === '' ? data : { ...data, label: text } }
    return { graph: { ...graph, edges: graph.edges.map((edge) => (edge === before ? after : edge)) } }
  },
}

/** The comment of a connection; empty if it has none. */
export function commentOf(edge: WorkflowEdge | undefined): string {
  const label = edge?.data?.label
  return typeof label === 'string' ? label : ''
}

function edgeOf(graph: Graph, command: CommentCommand): WorkflowEdge {
  if ('source' in command) return edgesBetween(graph, command)[0]
  const ids = graph.edges.map(({ id }) => id)
  return (
    graph.edges.find(({ id }) => id === command.edge) ??
    refuse('EDGE_NOT_FOUND', `There is no edge "${command.edge}"`, nearestTo(command.edge, ids))
  )
}
