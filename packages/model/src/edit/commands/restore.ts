import { changedGraph, type GraphChange } from '../restore-changes.ts'
import type { Verb } from '../verb.ts'

/** Exact nodes, edges and keys leave and come: the way back of every other command, and of itself. */
export interface RestoreCommand extends GraphChange {
  readonly verb: 'restore'
}

export const restore: Verb<RestoreCommand> = {
  kind: 'edit',
  gesture: 'Takes out and puts back exact nodes and connections at exact places: the way back of every command.',
  edit: (graph, command) => ({ graph: changedGraph(graph, command) }),
}
