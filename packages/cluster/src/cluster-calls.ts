/** Calls to executions, as they are stored, and the messages that announce them. */
import type { AnswerResult, GivenAnswer, Operation, Parent } from '@millrace/engine'

export type ClusterCall =
  | Operation
  | { readonly op: 'answer'; readonly given: GivenAnswer }
  /** A child execution has ended; `parent` is the step that started it. */
  | { readonly op: 'child-ended'; readonly child: string; readonly parent: Parent }

const OPS: ReadonlySet<unknown> = new Set<ClusterCall['op']>([
  ...(['cancel', 'pause', 'resume', 'set-failed', 'note', 'release', 'answer', 'child-ended'] as const),
])

/** True for the arguments of a call that this version knows. */
export function isClusterCall(args: unknown): args is ClusterCall {
  return typeof args === 'object' && args !== null && 'op' in args && OPS.has(args.op)
}

export type Reply = boolean | AnswerResult

export function isAnswerResult(reply: unknown): reply is AnswerResult {
  return typeof reply === 'object' && reply !== null && 'accepted' in reply
}

/**
 * Messages on the channel `calls`. call: there is a new call to an execution. who: asks which worker drives it. claimed:
 * a worker has taken it from another one.
 */
export interface CallMessage {
  readonly about: 'call' | 'who' | 'claimed'
  readonly id: string
  readonly owner?: number
}

/** Messages on the channel `replies`. reply: to a call; without `reply` if it is too long. mine: to `who`. */
export type ReplyMessage =
  | { readonly about: 'reply'; readonly id: string; readonly reply?: unknown }
  | { readonly about: 'mine'; readonly id: string }

export function isCallMessage(value: unknown): value is CallMessage {
  return isMessage(value) && ['call', 'who', 'claimed'].includes(value.about)
}

export function isReplyMessage(value: unknown): value is ReplyMessage {
  return isMessage(value) && ['reply', 'mine'].includes(value.about)
}

function isMessage(value: unknown): value is { readonly about: string; readonly id: string } {
  if (typeof value !== 'object' || value === null || !('about' in value && 'id' in value)) return false
  return typeof value.about === 'string' && typeof value.id === 'string'
}
