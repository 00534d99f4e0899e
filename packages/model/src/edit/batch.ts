/** Applies several commands as one change: all or none, or all that are accepted. */
import type { Catalogue } from '../catalogue.ts'
import type { Graph } from '../workflow/workflow.ts'
import { type Applied, applyCommand, type Made, type Refused, restoration } from './apply.ts'
import type { Command } from './command.ts'
import { idFor } from './commands/add.ts'
import type { RestoreCommand } from './commands/restore.ts'
import type { EditProblem } from './edit-problem.ts'
import { isTypeName, typeNamed } from './find.ts'
import { appended, type EditHistory, editHistory, redone, undone } from './history.ts'

export interface BatchOptions {
  /** Skips rejected commands and applies the others. */
  readonly skipRefused?: boolean
}

/** The result of one command of a batch. */
export type CommandResult =
  | { readonly ok: true; readonly command: Command; readonly warnings: readonly EditProblem[]; readonly made: Made }
  | { readonly ok: false; readonly command: Command; readonly problem: EditProblem }

export interface BatchResult<G extends Graph> {
  /** Whether every command was applied. */
  readonly ok: boolean
  /** The given graph itself if nothing was applied. */
  readonly graph: G
  readonly inverse: RestoreCommand
  /** One for each command that was tried: without `skipRefused` the first rejection is the last. */
  readonly results: readonly CommandResult[]
}

/** Applies commands in order. `undo` and `redo` are limited to the batch. */
export function applyAll<G extends Graph>(
  graph: G,
  commands: readonly Command[],
  catalogue: Catalogue,
  { skipRefused = false }: BatchOptions = {},
): BatchResult<G> {
  let history = editHistory<G, undefined>(graph)
  const results: CommandResult[] = []
  const targets = firstSources(commands)
  for (const command of commands) {
    const result = step(history, placed(command, { graph: history.document, catalogue, targets }), catalogue)
    if (result.ok) {
      history = result.history
      results.push({ ok: true, command, warnings: result.warnings, made: result.made })
      continue
    }
    results.push({ ok: false, command, problem: result.problem })
    if (!skipRefused) return { ok: false, graph, inverse: restoration(graph, graph), results }
  }
  const inverse = restoration(history.document, graph)
  return {
    ok: results.every((one) => one.ok),
    graph: history.past.length === 0 ? graph : history.document,
    inverse,
    results,
  }
}

type Stepped<G extends Graph> =
  | (Pick<Applied<G>, 'ok' | 'warnings' | 'made'> & { readonly history: EditHistory<G, undefined> })
  | Refused

/** The history of a batch after one more command. */
function step<G extends Graph>(history: EditHistory<G, undefined>, command: Command, catalogue: Catalogue): Stepped<G> {
  if (command.verb === 'undo' || command.verb === 'redo') {
    const walked = command.verb === 'undo' ? undone(history) : redone(history)
    return walked.ok ? { ...walked, warnings: [], made: { nodes: [], edges: [] } } : walked
  }
  const result = applyCommand(history.document, command, catalogue)
  if (!result.ok) return result
  const { graph, inverse, warnings, made } = result
  const after = appended(history, graph, { label: undefined, change: inverse, coalesce: undefined, atMs: 0 })
  return { ok: true, warnings, made, history: after }
}

/** The first source of every node that the batch connects. */
function firstSources(commands: readonly Command[]): ReadonlyMap<string, string> {
  const sources = new Map<string, string>()
  for (const command of commands) {
    if (command.verb !== 'connect' || sources.has(command.target.node)) continue
    sources.set(command.target.node, command.source.node)
  }
  return sources
}

interface Look {
  readonly graph: Graph
  readonly catalogue: Catalogue
  readonly targets: ReadonlyMap<string, string>
}

/** Places an added node to the right of the node that a later line connects to it. */
function placed(command: Command, { graph, catalogue, targets }: Look): Command {
  if (command.verb !== 'add' || command.at !== undefined || command.after !== undefined) return command
  if (targets.size === 0 || !isTypeName(catalogue, command.type)) return command
  const id = idFor(graph, typeNamed(catalogue, command.type).node_type_id, command.name)
  const after = targets.get(id)
  return after === undefined ? command : { ...command, after }
}
