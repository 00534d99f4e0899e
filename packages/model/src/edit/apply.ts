/**
 * One command on one graph. Pure: the given graph is never touched, and what a command keeps is the very same object
 * afterwards. Every edit comes with the command that takes it back, to a deeply equal graph, unknown keys included.
 */
import type { Catalogue } from '../catalogue.ts'
import type { Graph } from '../workflow/workflow.ts'
import { type Command, verbOf } from './command.ts'
import type { RestoreCommand } from './commands/restore.ts'
import { type EditProblem, refusalOf, refuse } from './edit-problem.ts'
import { changeBetween } from './restore-changes.ts'

/** The ids of what a command made. */
export interface Made {
  readonly nodes: readonly string[]
  readonly edges: readonly string[]
}

export interface Applied<G extends Graph> {
  readonly ok: true
  readonly graph: G
  /** Takes the command back. */
  readonly inverse: RestoreCommand
  readonly warnings: readonly EditProblem[]
  readonly made: Made
}

export interface Refused {
  readonly ok: false
  readonly problem: EditProblem
}

/** The graph after a command, or why it was refused. Questions and views leave the graph as it is. */
export function applyCommand<G extends Graph>(graph: G, command: Command, catalogue: Catalogue): Applied<G> | Refused {
  const result = refusalOf(() => edited(graph, command, catalogue))
  return result.ok ? result.value : result
}

function edited<G extends Graph>(graph: G, command: Command, catalogue: Catalogue): Applied<G> {
  const verb = verbOf(command)
  if (verb.kind === 'history') refuseHistory(command.verb)
  verb.check?.(graph, command)
  const edit = verb.edit?.(graph, command, catalogue) ?? { graph }
  return {
    ok: true,
    // Every edit spreads the graph it was given, so what the caller has beyond nodes and edges is still there.
    graph: edit.graph as G,
    inverse: restoration(edit.graph, graph),
    warnings: edit.warnings ?? [],
    made: { nodes: edit.nodes ?? [], edges: edit.edges ?? [] },
  }
}

/** The command that leads from one graph exactly to another. */
export function restoration(from: Graph, to: Graph): RestoreCommand {
  return { verb: 'restore', ...changeBetween(from, to) }
}

/** A single graph has no steps; a history does. */
function refuseHistory(verb: Command['verb']): never {
  return verb === 'undo'
    ? refuse('UNDO_UNAVAILABLE', 'There is nothing to undo')
    : refuse('REDO_UNAVAILABLE', 'There is nothing to redo')
}
