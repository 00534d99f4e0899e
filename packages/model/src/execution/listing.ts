/** What lists of executions show and filter besides the status: what started one, and its error. */
import type { ExecutionTrigger, StarterKind } from '../statuses.ts'
import type { ExecutionFacts } from './facts.ts'

/** The characters of an error or a name in a list; the whole text is in the execution. */
const MAX_CHARACTERS = 500

/** Cutting may split a surrogate pair, and no database stores NUL. */
export function listedText(text: string): string {
  return text.slice(0, MAX_CHARACTERS).toWellFormed().replaceAll('\0', '\u{fffd}')
}

/** A step that calls a workflow wins over the playground session that the caller belongs to. */
export function executionTriggerOf(about: ExecutionFacts, parent: unknown): ExecutionTrigger {
  if (parent !== undefined) return 'sub_workflow'
  if (about.trigger !== undefined) return about.trigger.kind
  if (about.session !== undefined) return 'playground'
  if (about.agentspec !== undefined) return 'agentspec'
  return about.via ?? 'manual'
}

/** Who started an execution. */
export interface ExecutionStarter {
  readonly kind: StarterKind
  /** Of the token or person, of the trigger node, or of the execution that calls it or whose failure it handles. */
  readonly id: string
}

/** Undefined for an execution of an earlier version, which did not record the credential. */
export function executionStarterOf(
  { trigger, startedWith, queueKey = '' }: ExecutionFacts,
  parent: { readonly execution: string } | undefined,
): ExecutionStarter | undefined {
  if (parent !== undefined) return { kind: 'execution', id: parent.execution }
  if (trigger?.kind === 'error') return { kind: 'execution', id: trigger.execution ?? '' }
  if (trigger !== undefined) return { kind: trigger.kind, id: trigger.node }
  return startedWith === undefined ? undefined : { kind: startedWith, id: queueKey }
}
