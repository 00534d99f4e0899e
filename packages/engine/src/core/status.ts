/**
 * The state machines of steps, executions and questions. The functions below are the only code that assigns a status;
 * they check the tables on every call. docs/explanation/engine.md prints the tables.
 */
import type { ExecutionStatus, InterruptStatus, StepStatus } from '@millrace/model'

/** The statuses that may follow each status of a step. */
export const STEP_TRANSITIONS = {
  idle: ['pending', 'skipped'],
  pending: ['running', 'paused', 'interrupted', 'completed', 'skipped', 'failed'],
  running: ['paused', 'interrupted', 'completed', 'failed', 'cancelled'],
  paused: ['pending', 'completed', 'failed', 'cancelled'],
  interrupted: ['pending', 'cancelled'],
  completed: [],
  skipped: [],
  failed: [],
  cancelled: [],
} as const satisfies Record<StepStatus, readonly StepStatus[]>

/** The statuses that may follow each status of an execution. */
export const EXECUTION_TRANSITIONS = {
  pending: ['running', 'cancelled'],
  running: ['completed', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
} as const satisfies Record<ExecutionStatus, readonly ExecutionStatus[]>

/** The statuses that may follow each status of a question. */
export const QUESTION_TRANSITIONS = {
  pending: ['resolved', 'cancelled'],
  resolved: [],
  cancelled: [],
} as const satisfies Record<InterruptStatus, readonly InterruptStatus[]>

/** Changes the status of a step. Throws if the table does not allow it. */
export function setStatus(step: { status: StepStatus }, to: StepStatus): void {
  assign(STEPS, step, to)
}

/** Changes the status of an execution. Throws if the table does not allow it. */
export function setExecutionStatus(state: { status: ExecutionStatus }, to: ExecutionStatus): void {
  assign(EXECUTIONS, state, to)
}

/** Changes the status of a question. Throws if the table does not allow it. */
export function setQuestionStatus(question: { status: InterruptStatus }, to: InterruptStatus): void {
  assign(QUESTIONS, question, to)
}

/** A table by both statuses: every step looks up several changes, and two property reads are faster than a search. */
type Allowed<S extends string> = Readonly<Record<S, Partial<Readonly<Record<S, true>>>>>

const STEPS = allowed<StepStatus>(STEP_TRANSITIONS)
const EXECUTIONS = allowed<ExecutionStatus>(EXECUTION_TRANSITIONS)
const QUESTIONS = allowed<InterruptStatus>(QUESTION_TRANSITIONS)

function allowed<S extends string>(transitions: Readonly<Record<S, readonly S[]>>): Allowed<S> {
  const rows = Object.entries<readonly S[]>(transitions)
  return Object.fromEntries(
    rows.map(([from, followers]) => [from, Object.fromEntries(followers.map((to) => [to, true]))]),
  ) as Allowed<S>
}

function assign<S extends string>(table: Allowed<S>, holder: { status: S }, to: NoInfer<S>): void {
  if (table[holder.status][to] !== true) throw new Error(`Illegal status change: ${holder.status} to ${to}.`)
  holder.status = to
}
