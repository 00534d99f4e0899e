/** One step of a history, without a bound on how many there are. */
import type { Catalogue } from '../catalogue.ts'
import type { Graph } from '../workflow/workflow.ts'
import { type Applied, applyCommand, type Refused } from './apply.ts'
import type { Command } from './command.ts'
import type { RestoreCommand } from './commands/restore.ts'
import { isNoChange } from './restore-changes.ts'

export interface EditHistory<G extends Graph> {
  readonly graph: G
  /** What takes the steps back, the newest last; and what takes that back. */
  readonly past: readonly RestoreCommand[]
  readonly future: readonly RestoreCommand[]
}

/** A graph without a past. */
export function editHistory<G extends Graph>(graph: G): EditHistory<G> {
  return { graph, past: [], future: [] }
}

type Step<G extends Graph> = (Applied<G> & { readonly history: EditHistory<G> }) | Refused

/** The history after one command. */
export function step<G extends Graph>(history: EditHistory<G>, command: Command, catalogue: Catalogue): Step<G> {
  const back =
    command.verb === 'undo' ? history.past.at(-1) : command.verb === 'redo' ? history.future.at(-1) : undefined
  const result = applyCommand(history.graph, back ?? command, catalogue)
  if (!result.ok) return result
  return { ...result, history: after(history, command, result) }
}

function after<G extends Graph>(
  history: EditHistory<G>,
  { verb }: Command,
  { graph, inverse }: Applied<G>,
): EditHistory<G> {
  const { past, future } = history
  if (verb === 'undo') return { graph, past: past.slice(0, -1), future: [...future, inverse] }
  if (verb === 'redo') return { graph, past: [...past, inverse], future: future.slice(0, -1) }
  return isNoChange(inverse) ? history : { graph, past: [...past, inverse], future: [] }
}
