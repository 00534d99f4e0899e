import { type CommandWith, NoArguments } from '../arguments.ts'
import { toolOf, type Verb } from '../verb.ts'

/** Removes everything. */
export type ClearCommand = CommandWith<'clear', typeof NoArguments>

export const clear: Verb<ClearCommand> = {
  kind: 'edit',
  forms: [
    {
      form: 'clear',
      effect: 'Removes all nodes and all connections.',
      example: 'clear',
      tool: toolOf('clear', NoArguments),
    },
  ],

  read(reader) {
    reader.end()
    return { verb: 'clear' }
  },

  write: () => 'clear',

  edit: (graph) => ({ graph: { ...graph, nodes: [], edges: [] } }),
}
