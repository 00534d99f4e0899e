/** What passes through a flow without being a failure of one of its nodes: nobody catches these, no model is told. */
import { NodeFailure, type Question } from '@millrace/model'

/** Who asks: the key of the asking, and the names of the nodes around it, outermost first. */
export interface Asker {
  readonly path: string
  readonly trail: readonly string[]
}

/** The flow cannot go on before a person has answered. */
export class Waiting extends Error {
  readonly asker: Asker
  readonly question: Question
  /** It has asked already, and the answer is not there yet. */
  readonly isAsked: boolean
  constructor(asker: Asker, question: Question, isAsked: boolean) {
    super('The flow waits for an answer.')
    this.asker = asker
    this.question = question
    this.isAsked = isAsked
  }
}

/** Nothing more can be kept: the run is over as far as whoever started it is concerned. */
export class Stopped extends Error {
  constructor(cause: unknown) {
    super('The run was stopped.', { cause })
  }
}

/** A bound of the whole run was reached. */
export class BoundReached extends NodeFailure {}

/** Whether an error is the failure of a node, as opposed to the end or the interruption of the run. */
export function isFailure(error: unknown, signal: AbortSignal): boolean {
  if (signal.aborted) return false
  return !(error instanceof Waiting || error instanceof Stopped || error instanceof BoundReached)
}

export interface KeptFailure {
  readonly code: string
  readonly message: string
}

const MAX_MESSAGE = 4000

/** A failure as it is kept and shown. */
export function keptFailure(error: unknown): KeptFailure {
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof NodeFailure ? error.code : 'FAILED'
  return { code, message: message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE - 1)}…` : message }
}
