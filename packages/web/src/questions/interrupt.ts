/** A question of a workflow, and its state for the current user. */
import type { Caller, Interrupt } from '@millrace/client'
import { type CancelReason, mayAnswer, type Person, type Question, type QuestionConfig } from '@millrace/model'

/**
 * `open`: the caller can answer. `waiting`: the caller has answered, others have not yet. `others`: only others can
 * answer. `overdue`: expired, but not yet closed by the service. The rest is how it was closed.
 */
export type QuestionState = 'open' | 'waiting' | 'others' | 'overdue' | 'answered' | CancelReason

type Asked = Pick<Caller, 'id' | 'name'> & Partial<Pick<Caller, 'email' | 'role' | 'source' | 'via'>>

/** The state of a question for a caller at a time; without a caller, the user is assumed to be allowed to answer. */
export function questionStateOf(interrupt: Interrupt, caller: Asked | undefined, now: number): QuestionState {
  const { status, reason = 'cancelled', expiresAt, responses } = interrupt
  if (status === 'resolved') return 'answered'
  if (status === 'cancelled') return reason
  if (expiresAt !== undefined && Date.parse(expiresAt) <= now) return 'overdue'
  if (caller === undefined) return 'open'
  if (responses.some(({ user_id }) => user_id === caller.id)) return 'waiting'
  return mayAnswer(questionOf(interrupt), listedAs(caller)) ? 'open' : 'others'
}

/** How a list of approvers can name the caller; the service has the same rule. Only names of tokens are not self-chosen. */
function listedAs({ id, name, email, role, source, via }: Asked): Person {
  const isSelfChosen = (via === 'jwt' || source !== undefined) && role !== 'admin'
  return { id, name: isSelfChosen ? id : name, email }
}

/** The fields that answer validation needs. The service validates the settings of a question when it is created. */
export function questionOf({ type, config, allowCancel, expiresAt }: Interrupt): Question {
  return {
    type,
    config: config as QuestionConfig,
    allowCancel,
    ...(expiresAt === undefined ? {} : { expiresAt: Date.parse(expiresAt) }),
  }
}

/** True if the caller can still answer. */
export function waitsFor(interrupt: Interrupt, caller: Asked, now: number): boolean {
  return questionStateOf(interrupt, caller, now) === 'open'
}

/** The more recent of two records of a question: closed wins over open, more answers over fewer. */
export function newerOf(a: Interrupt, b: Interrupt): Interrupt {
  if (a.status !== b.status) return a.status === 'pending' ? b : a
  return b.responses.length > a.responses.length ? b : a
}
