import type { Graph } from '../../workflow/workflow.ts'
import { refuse } from '../edit-problem.ts'
import type { Verb } from '../verb.ts'
import { ownedKeyIn } from './document.ts'

/** Replaces this workflow by another: a file, an unsaved draft, or the version that another user saved. */
export interface ImportCommand {
  readonly verb: 'import'
  /** Its keys besides nodes and edges replace those of the document; other keys stay. */
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
