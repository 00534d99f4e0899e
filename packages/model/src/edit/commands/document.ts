import type { Graph } from '../../workflow/workflow.ts'
import { refuse } from '../edit-problem.ts'
import type { Verb } from '../verb.ts'
import { changedKeys, type KeyChange } from './configure.ts'

/** Keys of the workflow itself change: its name, description, settings. */
export interface DocumentCommand extends KeyChange {
  readonly verb: 'document'
}

/** The graph has verbs of its own, and the service owns the others. */
const NOT_HERE = new Set(['nodes', 'edges', 'id', 'machineName', 'revision'])

export const document: Verb<DocumentCommand> = {
  kind: 'edit',
  gesture: 'Writes and drops keys of the workflow itself: name, description, metadata, config.',

  edit(graph, { set = {}, drop = [] }) {
    const wrong = [...Object.keys(set), ...drop].find((key) => NOT_HERE.has(key))
    if (wrong !== undefined)
      refuse('CONFIG_VALIDATION_ERROR', `"${wrong}" of a workflow is not written by this command`)
    return { graph: changedKeys({ ...graph }, { set, drop }) as unknown as Graph }
  },
}
