/**
 * A document and the way it came, without end: the model's `perform` forgets after some hundred steps, an editor need not.
 * Steps of the same kind that follow each other at once (typing into one field, nudging a selection) become one.
 */
import {
  applyAll,
  applyCommand,
  type BatchOptions,
  type Catalogue,
  type Command,
  type EditProblem,
  type Graph,
  type RestoreCommand,
  restoration,
} from '@millrace/model'

export interface EditLog<G extends Graph> {
  readonly document: G
  readonly past: readonly Step[]
  readonly future: readonly Step[]
}

interface Step {
  readonly back: RestoreCommand
  /** What the step was about; equal keys in a row may become one step. */
  readonly key: string | undefined
  readonly atMs: number
}

/** What may be said about a step. */
export interface StepOptions extends BatchOptions {
  readonly key?: string
  readonly atMs?: number
}

export type Edited<G extends Graph> =
  | {
      readonly ok: true
      readonly log: EditLog<G>
      readonly nodes: readonly string[]
      readonly edges: readonly string[]
      readonly warnings: readonly EditProblem[]
    }
  | { readonly ok: false; readonly problem: EditProblem }

export const MERGE_WITHIN_MS = 1500

export function editLog<G extends Graph>(document: G): EditLog<G> {
  return { document, past: [], future: [] }
}

/** The log after some commands, which together are one step; all of them or none. */
export function edited<G extends Graph>(
  log: EditLog<G>,
  commands: readonly Command[],
  catalogue: Catalogue,
  { key, atMs = 0, ...options }: StepOptions = {},
): Edited<G> {
  const result = applyAll(log.document, commands, catalogue, options)
  const refused = result.results.find((one) => !one.ok)
  if (refused !== undefined && !refused.ok && result.graph === log.document)
    return { ok: false, problem: refused.problem }
  const applied = result.results.filter((one) => one.ok)
  return {
    ok: true,
    log: result.graph === log.document ? log : appended(log, result.graph, { back: result.inverse, key, atMs }),
    nodes: applied.flatMap((one) => one.made.nodes),
    edges: applied.flatMap((one) => one.made.edges),
    warnings: applied.flatMap((one) => one.warnings),
  }
}

/** The log with another document as its newest step. */
export function replaced<G extends Graph>(log: EditLog<G>, document: G, options: StepOptions = {}): EditLog<G> {
  if (document === log.document) return log
  const back = restoration(document, log.document)
  return appended(log, document, { back, key: options.key, atMs: options.atMs ?? 0 })
}

function appended<G extends Graph>(log: EditLog<G>, document: G, step: Step): EditLog<G> {
  const last = log.past.at(-1)
  const isSame =
    last?.key !== undefined &&
    last.key === step.key &&
    step.atMs - last.atMs < MERGE_WITHIN_MS &&
    log.future.length === 0
  if (!isSame || last === undefined) return { document, past: [...log.past, step], future: [] }
  const before = applyCommand(log.document, last.back, EMPTY)
  if (!before.ok) return { document, past: [...log.past, step], future: [] }
  const merged = { ...step, back: restoration(document, before.graph) }
  return { document, past: [...log.past.slice(0, -1), merged], future: [] }
}

/** Ways back name exact nodes; no catalogue is asked. */
const EMPTY: Catalogue = { types: new Map(), categories: [] }

export function undone<G extends Graph>(log: EditLog<G>): EditLog<G> {
  const step = log.past.at(-1)
  const result = step && applyCommand(log.document, step.back, EMPTY)
  if (step === undefined || !result?.ok) return log
  const forth = { ...step, back: result.inverse, key: undefined }
  return { document: result.graph, past: log.past.slice(0, -1), future: [...log.future, forth] }
}

export function redone<G extends Graph>(log: EditLog<G>): EditLog<G> {
  const step = log.future.at(-1)
  const result = step && applyCommand(log.document, step.back, EMPTY)
  if (step === undefined || !result?.ok) return log
  const back = { ...step, back: result.inverse, key: undefined }
  return { document: result.graph, past: [...log.past, back], future: log.future.slice(0, -1) }
}
