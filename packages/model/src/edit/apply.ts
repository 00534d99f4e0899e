/**
 * Applies one command to one graph. Pure: the given graph is never changed, and unchanged parts are the same objects in
 * the result. Every edit includes its inverse, which leads to a deeply equal graph, unknown keys included.
 */
import type { Catalogue } from '../catalogue.ts'
import { withFollowedNames } from '../expressions/follow-names.ts'
import type { Graph } from '../workflow/workflow.ts'
import { type Command, verbOf } from './command.ts'
import type { RestoreCommand } from './commands/restore.ts'
import { type EditProblem, refusalOf, refuse } from './edit-problem.ts'
import { changeBetween } from './restore-changes.ts'

/** The ids that a command created. */
export interface Made {
  readonly nodes: readonly string[]
  readonly edges: readonly string[]
}

export interface Applied<G extends Graph> {
  readonly ok: true
  readonly graph: G
  /** Undoes the command. */
  readonly inverse: RestoreCommand
  readonly warnings: readonly EditProblem[]
  readonly made: Made
}

export interface Refused {
  readonly ok: false
  readonly problem: EditProblem
}

/** The graph after a command, or the reason why it was rejected. Queries and views do not change the graph. */
export function applyCommand<G extends Graph>(graph: G, command: Command, catalogue: Catalogue): Applied<G> | Refused {
  const result = refusalOf(() => edited(graph, command, catalogue))
  return result.ok ? result.value : result
}

function edited<G extends Graph>(graph: G, command: Command, catalogue: Catalogue): Applied<G> {
  const verb = verbOf(command)
  if (verb.kind === 'history') refuseHistory(command.verb)
  verb.check?.(graph, command)
  const given = verb.edit?.(graph, command, catalogue) ?? { graph }
  const edit = isExact(command) ? given : { ...given, graph: withFollowedNames(graph, given.graph, newIdsOf(command)) }
  return {
    ok: true,
    // Every edit spreads the given graph, so its keys besides nodes and edges are preserved.
    graph: edit.graph as G,
    inverse: restoration(edit.graph, graph),
    warnings: edit.warnings ?? [],
    made: { nodes: edit.nodes ?? [], edges: edit.edges ?? [] },
  }
}

/** Commands whose result is a given document: references in it are already right. */
function isExact({ verb }: Command): boolean {
  return verb === 'restore' || verb === 'import'
}

function newIdsOf(command: Command): ReadonlyMap<string, string> | undefined {
  return command.verb === 'swap' && command.as !== undefined ? new Map([[command.node, command.as]]) : undefined
}

/** The command that changes one graph exactly to another. */
export function restoration(from: Graph, to: Graph): RestoreCommand {
  return { verb: 'restore', ...changeBetween(from, to) }
}

/** A single graph has no steps to undo; a history does. */
function refuseHistory(verb: Command['verb']): never {
  return verb === 'undo'
    ? refuse('UNDO_UNAVAILABLE', 'There is nothing to undo')
    : refuse('REDO_UNAVAILABLE', 'There is nothing to redo')
}
