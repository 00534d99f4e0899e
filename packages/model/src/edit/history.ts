/**
 * A document with its undo and redo steps. Immutable: every function returns a new history. Used by the editor and by
 * batches of commands.
 */
import type { Catalogue } from '../catalogue.ts'
import type { Graph } from '../workflow/workflow.ts'
import { applyCommand, type Refused, restoration } from './apply.ts'
import type { RestoreCommand } from './commands/restore.ts'
import { type EditCode, editProblem } from './edit-problem.ts'
import { isNoChange, restoresSame } from './restore-changes.ts'

export const HISTORY_LIMITS = {
  /** Steps that can be undone; older ones are dropped. */
  steps: 1_000,
  /** Steps with the same `coalesce` key become one while they follow each other faster than this. */
  coalesceMs: 1_500,
} as const

export interface EditStep<Label> {
  /** The label of the step for the menu: the editor stores a text key here. */
  readonly label: Label
  /** Undoes the step; in `future`, redoes it. */
  readonly change: RestoreCommand
  /** Set for one continuous gesture, such as typing into a field. */
  readonly coalesce: string | undefined
  readonly atMs: number
}

export interface EditHistory<G extends Graph, Label = string> {
  readonly document: G
  /** The newest step is the last. */
  readonly past: readonly EditStep<Label>[]
  /** The step that redo takes is the last. */
  readonly future: readonly EditStep<Label>[]
}

export interface StepOptions<Label> {
  readonly label: Label
  readonly coalesce?: string | undefined
  /** Merges with the last step of the same `coalesce` key and label, however old it is. */
  readonly ignoresPause?: boolean | undefined
  readonly atMs?: number | undefined
}

/** A document without steps. */
export function editHistory<G extends Graph, Label = string>(document: G): EditHistory<G, Label> {
  return { document, past: [], future: [] }
}

/** The history with a step to another document; the same history if nothing differs. */
export function committed<G extends Graph, Label>(
  history: EditHistory<G, Label>,
  document: G,
  { label, coalesce, ignoresPause = false, atMs = 0 }: StepOptions<Label>,
): EditHistory<G, Label> {
  const change = restoration(document, history.document)
  const step = { label, change, coalesce, atMs }
  const before = coalesces(history, step, ignoresPause) ? undone(history) : undefined
  if (before?.ok !== true) return appended(history, document, step)
  const merged = restoration(document, before.history.document)
  const rest = { ...before.history, future: [] }
  // A gesture that ends where it began leaves no step.
  return restoresSame(merged, document) ? rest : appended(rest, document, { ...step, change: merged })
}

function coalesces<Label>(
  { past, future }: EditHistory<Graph, Label>,
  step: EditStep<Label>,
  ignoresPause: boolean,
): boolean {
  const last = past.at(-1)
  if (last === undefined || future.length > 0 || isNoChange(step.change)) return false
  const isSame = step.coalesce !== undefined && last.coalesce === step.coalesce && last.label === step.label
  return isSame && (ignoresPause || step.atMs - last.atMs < HISTORY_LIMITS.coalesceMs)
}

/** The history with a step whose inverse is known; the same history if it changes nothing. */
export function appended<G extends Graph, Label>(
  history: EditHistory<G, Label>,
  document: G,
  step: EditStep<Label>,
): EditHistory<G, Label> {
  if (isNoChange(step.change)) return history
  return { document, past: [...history.past.slice(1 - HISTORY_LIMITS.steps), step], future: [] }
}

type Walked<G extends Graph, Label> = { readonly ok: true; readonly history: EditHistory<G, Label> } | Refused

/** The history with its last step undone. */
export function undone<G extends Graph, Label>(history: EditHistory<G, Label>): Walked<G, Label> {
  const { document, past, future } = history
  const step = past.at(-1)
  if (step === undefined) return refused('UNDO_UNAVAILABLE', 'There is nothing to undo')
  const result = applyCommand(document, step.change, NO_TYPES)
  if (!result.ok) return result
  const forward = { ...step, change: result.inverse, coalesce: undefined }
  return { ok: true, history: { document: result.graph, past: past.slice(0, -1), future: [...future, forward] } }
}

/** The history with the last undone step redone. */
export function redone<G extends Graph, Label>(history: EditHistory<G, Label>): Walked<G, Label> {
  const { document, past, future } = history
  const step = future.at(-1)
  if (step === undefined) return refused('REDO_UNAVAILABLE', 'There is nothing to redo')
  const result = applyCommand(document, step.change, NO_TYPES)
  if (!result.ok) return result
  const back = { ...step, change: result.inverse, coalesce: undefined }
  return { ok: true, history: { document: result.graph, past: [...past, back], future: future.slice(0, -1) } }
}

/** Steps contain exact nodes and edges, so they need no node types. */
const NO_TYPES: Catalogue = { types: new Map(), categories: [] }

function refused(code: EditCode, message: string): Refused {
  return { ok: false, problem: editProblem(code, message) }
}

/**
 * The same steps on another form of the document, such as the one that the service stored: the same nodes and edges in the
 * same order, with other content. This is not a step.
 */
export function rebased<G extends Graph, Label>(history: EditHistory<G, Label>, document: G): EditHistory<G, Label> {
  const { nodes, edges } = history.document
  // Steps refer to nodes and edges by id and index, so they cannot be applied to another graph.
  if (!hasSameIds(nodes, document.nodes) || !hasSameIds(edges, document.edges)) {
    throw new TypeError('A history cannot be rebased on a document with other nodes or edges')
  }
  return { ...history, document }
}

type Listed = readonly { readonly id: string }[]

function hasSameIds(before: Listed, after: Listed): boolean {
  return before.length === after.length && before.every(({ id }, at) => id === after[at]?.id)
}
