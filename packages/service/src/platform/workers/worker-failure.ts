import { Problem } from '@millrace/model'

/** Why a task has no result although its code did not throw. */
export type WorkerFailureReason = 'deadline' | 'memory' | 'busy' | 'closed'

const SENTENCES: Readonly<Record<WorkerFailureReason, string>> = {
  deadline: 'This takes too much processing time.',
  memory: 'This takes too much memory.',
  busy: 'Too many requests wait for processing; try again later.',
  closed: 'The service is stopping.',
}

/** The pool ended a task, or refused to take it. */
export class WorkerFailure extends Error {
  readonly reason: WorkerFailureReason

  constructor(reason: WorkerFailureReason) {
    super(SENTENCES[reason])
    this.name = 'WorkerFailure'
    this.reason = reason
  }
}

/** The refusal of the request that started the task. */
export function problemOfFailure({ reason, message }: WorkerFailure): Problem {
  if (reason === 'busy') return new Problem('RATE_LIMITED', { message, retryAfterSeconds: 1 })
  if (reason === 'closed') return new Problem('NOT_READY', { message })
  return new Problem('TOO_EXPENSIVE', { message })
}
