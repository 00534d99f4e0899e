import { changedGraph, type GraphChange } from '../restore-changes.ts'
import type { Verb } from '../verb.ts'

/** Removes and inserts exact nodes, edges and keys: the inverse of every command, also of itself. */
export interface RestoreCommand extends GraphChange {
  readonly verb: 'restore'
}

export const restore: Verb<RestoreCommand> = {
  kind: 'edit',
  gesture: 'Takes out and puts back exact nodes and connections at exact places: the way back of every command.',
  edit: (graph, command) => ({ graph: changedGraph(graph, command) }),
}
