import type { Graph } from '../../workflow/workflow.ts'
import { refuse } from '../edit-problem.ts'
import type { Verb } from '../verb.ts'
import { ownedKeyIn } from './document.ts'

/** Another workflow takes the place of this one: a file, an unsaved draft, the version that somebody else saved. */
export interface ImportCommand {
  readonly verb: 'import'
  /** Keys besides nodes and edges replace those of the document; keys that are not in it stay. */
  readonly workflow: Graph
}

export const importWorkflow: Verb<ImportCommand> = {
  kind: 'edit',
  gesture: 'Puts another workflow in place of this one: its nodes and connections, and the keys that it has.',

  edit(graph, { workflow }) {
    const owned = ownedKeyIn(Object.keys(workflow))
    if (owned !== undefined)
      refuse('CONFIG_VALIDATION_ERROR', `"${owned}" of a workflow is not written by this command`)
    return {
      graph: { ...graph, ...workflow },
      nodes: workflow.nodes.map(({ id }) => id),
      edges: workflow.edges.map(({ id }) => id),
    }
  },
}
