/** What ends or interrupts the run of a step without being a failure of something in it. */
import { isNodeFailure, type Question, RUN_LIMIT_CODES } from '@millrace/model'

/** Passed on by everything that handles failures: no model is told of it, and no node catches it. */
export class Interruption extends Error {}

/** The step cannot go on before a person has answered. */
export class Waiting extends Interruption {
  /** Who asks: the reply is for the same path when the step is run again. */
  readonly path: string
  readonly question: Question
  /** It was asked before, and the answer is not there yet. */
  readonly isAsked: boolean
  constructor(path: string, question: Question, isAsked: boolean) {
    super('The step waits for an answer.')
    this.path = path
    this.question = question
    this.isAsked = isAsked
  }
}

/** A note could not be written: the run of the step is over. */
export class Stopped extends Interruption {
  constructor(cause: unknown) {
    super('The step was stopped.', { cause })
  }
}

/** Whether an error is a failure that may be handled, and not the end or the interruption of the run. */
export function isFailure(error: unknown, signal: AbortSignal): boolean {
  if (signal.aborted || error instanceof Interruption) return false
  return !(isNodeFailure(error) && RUN_LIMIT_CODES.has(error.code))
}
