import { Problem } from '@millrace/model'

/** Why the pool did not complete a task. */
export type WorkerFailureReason = 'deadline' | 'memory' | 'busy' | 'closed'

const MESSAGES: Readonly<Record<WorkerFailureReason, string>> = {
  deadline: 'The request needs too much CPU time.',
  memory: 'The request needs too much memory.',
  busy: 'Too many requests are queued for processing; retry later.',
  closed: 'The service is stopping.',
}

/** The pool ended a task or did not accept it. */
export class WorkerFailure extends Error {
  readonly reason: WorkerFailureReason

  constructor(reason: WorkerFailureReason) {
    super(MESSAGES[reason])
    this.name = 'WorkerFailure'
    this.reason = reason
  }
}

/** The error response for the request that started the task. */
export function problemOfFailure({ reason, message }: WorkerFailure): Problem {
  if (reason === 'busy') return new Problem('RATE_LIMITED', { message, retryAfterSeconds: 1 })
  if (reason === 'closed') return new Problem('NOT_READY', { message })
  return new Problem('TOO_EXPENSIVE', { message })
}
