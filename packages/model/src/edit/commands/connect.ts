import { type CommandWith, ConnectionArguments } from '../arguments.ts'
import { connectionWarnings, endsOf } from '../connection.ts'
import { editProblem, refuse } from '../edit-problem.ts'
import { edgeName, portIdsOf } from '../find.ts'
import { refText } from '../identifiers.ts'
import { newEdge } from '../new-edge.ts'
import { line, toolOf, type Verb } from '../verb.ts'

/** Connects an output with an input. */
export interface ConnectCommand extends CommandWith<'connect', typeof ConnectionArguments> {
  /** The id of the new edge; default: generated. Not part of the text. */
  readonly id?: string
}

export const connect: Verb<ConnectCommand> = {
  kind: 'edit',
  forms: [
    {
      form: 'connect <node>:<port> [to] <node>:<port>',
      effect: 'Connects an output with an input.',
      example: 'connect calculator.1:result switch.1:value',
      tool: toolOf('connect', ConnectionArguments),
    },
  ],

  read(reader) {
    const source = reader.ref('an output')
    reader.skip('to')
    const target = reader.ref('an input')
    reader.end()
    return { verb: 'connect', source, target }
  },

  write({ source, target, id }, dialect) {
    if (id !== undefined) return undefined
    const mayQuote = dialect === 'millrace'
    const between = dialect === 'flowdrop' ? ['to'] : []
    return line('connect', refText(source, mayQuote), ...between, refText(target, mayQuote))
  },

  edit(graph, { source, target, id }, catalogue) {
    const ends = endsOf(graph, source, target, catalogue)
    const same = graph.edges.find((edge) => {
      const ports = portIdsOf(edge)
      const isSameStart = edge.source === ends.source.id && ports.source === ends.sourcePort.id
      return isSameStart && edge.target === ends.target.id && ports.target === ends.targetPort.id
    })
    if (same !== undefined) {
      return { graph, warnings: [editProblem('INVALID_CONNECTION', `${edgeName(same)} is connected already`)] }
    }
    const taken = new Set(graph.edges.map((edge) => edge.id))
    if (id !== undefined && taken.has(id)) refuse('INVALID_CONNECTION', `The edge id "${id}" is taken`)
    const edge = newEdge(ends, taken, id)
    return {
      graph: { ...graph, edges: [...graph.edges, edge] },
      warnings: connectionWarnings(graph, ends),
      edges: [edge.id],
    }
  },
}
