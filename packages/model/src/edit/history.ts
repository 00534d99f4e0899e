/** A graph and the way it came: what `undo` and `redo` need. A value, like everything here. */
import type { Catalogue } from '../catalogue.ts'
import type { Graph } from '../workflow/workflow.ts'
import type { Applied, Refused } from './apply.ts'
import { applyAll, type BatchOptions, type BatchResult } from './batch.ts'
import type { Command } from './command.ts'
import { type EditHistory, editHistory, step } from './step.ts'

/** Steps that can be taken back; older ones are forgotten. */
const LONGEST = 500

export { type EditHistory, editHistory }

export interface Performed<G extends Graph> extends Applied<G> {
  readonly history: EditHistory<G>
}

/** The history after a command, `undo` and `redo` among them. */
export function perform<G extends Graph>(
  history: EditHistory<G>,
  command: Command,
  catalogue: Catalogue,
): Performed<G> | Refused {
  const result = step(history, command, catalogue)
  return result.ok ? { ...result, history: bounded(result.history) } : result
}

/** The history after a batch, which is one step of it. */
export function performAll<G extends Graph>(
  history: EditHistory<G>,
  commands: readonly Command[],
  catalogue: Catalogue,
  options: BatchOptions = {},
): { readonly history: EditHistory<G>; readonly result: BatchResult<G> } {
  const result = applyAll(history.graph, commands, catalogue, options)
  if (result.graph === history.graph) return { history, result }
  return { history: bounded({ graph: result.graph, past: [...history.past, result.inverse], future: [] }), result }
}

function bounded<G extends Graph>(history: EditHistory<G>): EditHistory<G> {
  return history.past.length > LONGEST ? { ...history, past: history.past.slice(-LONGEST) } : history
}
