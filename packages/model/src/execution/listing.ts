/** What lists of executions show and filter besides the status: what started one, and its error. */
import type { ExecutionTrigger } from '../statuses.ts'
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
