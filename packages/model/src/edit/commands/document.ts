import type { Graph } from '../../workflow/workflow.ts'
import { refuse } from '../edit-problem.ts'
import type { Verb } from '../verb.ts'
import { changedKeys, type KeyChange } from './configure.ts'

/** Changes keys of the workflow itself: its name, description, settings. */
export interface DocumentCommand extends KeyChange {
  readonly verb: 'document'
}

/** Keys that only the service writes. */
const OWNED = new Set(['id', 'machineName', 'revision'])

/** The first of the keys that only the service writes. */
export function ownedKeyIn(keys: readonly string[]): string | undefined {
  return keys.find((key) => OWNED.has(key))
}

/** The graph has its own verbs. */
const LISTS = new Set(['nodes', 'edges'])

export const document: Verb<DocumentCommand> = {
  kind: 'edit',
  gesture: 'Writes and drops keys of the workflow itself: name, description, metadata, config.',

  edit(graph, { set = {}, drop = [] }) {
    const keys = [...Object.keys(set), ...drop]
    const wrong = ownedKeyIn(keys) ?? keys.find((key) => LISTS.has(key))
    if (wrong !== undefined)
      refuse('CONFIG_VALIDATION_ERROR', `"${wrong}" of a workflow is not written by this command`)
    return { graph: changedKeys({ ...graph }, { set, drop }) as unknown as Graph }
  },
}
