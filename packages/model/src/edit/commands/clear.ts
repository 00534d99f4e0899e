import type { Verb } from '../verb.ts'

/** Everything goes. */
export interface ClearCommand {
  readonly verb: 'clear'
}

export const clear: Verb<ClearCommand> = {
  kind: 'edit',
  forms: [{ form: 'clear', effect: 'Removes all nodes and all connections.', example: 'clear' }],

  read(reader) {
    reader.end()
    return { verb: 'clear' }
  },

  write: () => 'clear',

  edit: (graph) => ({ graph: { ...graph, nodes: [], edges: [] } }),
}
