/** A question to a person as the service sends it, and how it stands for whoever looks at it. */
import type { Caller, Interrupt } from '@millrace/client'
import { type CancelReason, mayAnswer, type Question, type QuestionConfig } from '@millrace/model'

/**
 * `open`: the caller can answer. `waiting`: the caller has answered, others have not yet. `others`: only others may.
 * `overdue`: its time is up, and the service has not said so yet. The rest is how it was closed.
 */
export type Standing = 'open' | 'waiting' | 'others' | 'overdue' | 'answered' | CancelReason

/** How a question stands for somebody at a time; without a caller it is taken for theirs. */
export function standingOf(
  interrupt: Interrupt,
  caller: Pick<Caller, 'id' | 'name'> | undefined,
  now: number,
): Standing {
  const { status, reason = 'cancelled', expiresAt, responses } = interrupt
  if (status === 'resolved') return 'answered'
  if (status === 'cancelled') return reason
  if (expiresAt !== undefined && Date.parse(expiresAt) <= now) return 'overdue'
  if (caller === undefined) return 'open'
  if (responses.some(({ user_id }) => user_id === caller.id)) return 'waiting'
  return mayAnswer(questionOf(interrupt), caller) ? 'open' : 'others'
}

/** The part that the checks of answers look at. The service checks the settings of a question when it is asked. */
export function questionOf({ type, config, allowCancel, expiresAt }: Interrupt): Question {
  return {
    type,
    config: config as QuestionConfig,
    allowCancel,
    ...(expiresAt === undefined ? {} : { expiresAt: Date.parse(expiresAt) }),
  }
}

/** Whether somebody still has to do something about it. */
export function waitsFor(interrupt: Interrupt, caller: Pick<Caller, 'id' | 'name'>, now: number): boolean {
  return standingOf(interrupt, caller, now) === 'open'
}

/** Of two records of one question the one that knows more: closed beats open, more answers beat fewer. */
export function newerOf(a: Interrupt, b: Interrupt): Interrupt {
  if (a.status !== b.status) return a.status === 'pending' ? b : a
  return b.responses.length > a.responses.length ? b : a
}
