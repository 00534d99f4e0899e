/** Errors that end or suspend a step without being failures of it. */
import { isNodeFailure, type Question, RUN_LIMIT_CODES } from '@millrace/model'

/** Rethrown by all failure handlers: it is neither reported to a model nor caught by a node. */
export class Interruption extends Error {}

/** The step has to wait for an answer. */
export class Waiting extends Interruption {
  /** The path that asks; it receives the reply when the step runs again. */
  readonly path: string
  readonly question: Question
  /** True if it was asked before and has no answer yet. */
  readonly isAsked: boolean
  constructor(path: string, question: Question, isAsked: boolean) {
    super('The step is waiting for an answer.')
    this.path = path
    this.question = question
    this.isAsked = isAsked
  }
}

/** A note could not be written, so the step must end. */
export class Stopped extends Interruption {
  constructor(cause: unknown) {
    super('The step was stopped.', { cause })
  }
}

/** True if an error is a failure that may be handled, not an end or interruption of the run. */
export function isFailure(error: unknown, signal: AbortSignal): boolean {
  if (signal.aborted || error instanceof Interruption) return false
  return !(isNodeFailure(error) && RUN_LIMIT_CODES.has(error.code))
}
