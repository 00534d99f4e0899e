import type { ExecutionSummary } from '@millrace/engine'
import type { ExecutionFacts } from '@millrace/model'
import {
  ENDED_EXECUTION_STATUSES,
  EXECUTION_STATUSES,
  EXECUTION_TRIGGERS,
  type ExecutionStatus,
  type ExecutionTrigger,
  isExecutionOver,
  STARTER_KINDS,
  type StarterKind,
} from '@millrace/model/statuses'

/** The numbers of the statuses in the tables. Existing databases contain them, so they never change. */
export const STATUS_NUMBERS = {
  pending: 1,
  running: 2,
  completed: 3,
  failed: 4,
  cancelled: 5,
} as const satisfies Record<ExecutionStatus, number>

/** The numbers of the triggers in the tables; like those of the statuses they never change. */
export const TRIGGER_NUMBERS = {
  manual: 1,
  webhook: 2,
  schedule: 3,
  sub_workflow: 4,
  playground: 5,
  mcp: 6,
  agentspec: 7,
  error: 8,
} as const satisfies Record<ExecutionTrigger, number>

const TRIGGERS: ReadonlyMap<number, ExecutionTrigger> = new Map(
  EXECUTION_TRIGGERS.map((trigger) => [TRIGGER_NUMBERS[trigger], trigger]),
)

/** Undefined for a number of a newer version. */
export function triggerOf(number: number): ExecutionTrigger | undefined {
  return TRIGGERS.get(number)
}

/** The numbers of the kinds of starters; they never change either. */
export const STARTER_NUMBERS = {
  token: 1,
  session: 2,
  jwt: 3,
  local: 4,
  webhook: 5,
  schedule: 6,
  execution: 7,
} as const satisfies Record<StarterKind, number>

const STARTERS: ReadonlyMap<number, StarterKind> = new Map(STARTER_KINDS.map((kind) => [STARTER_NUMBERS[kind], kind]))

/** Undefined for a number of a newer version. */
export function starterOf(number: number): StarterKind | undefined {
  return STARTERS.get(number)
}

const STATUSES: ReadonlyMap<number, ExecutionStatus> = new Map(
  EXECUTION_STATUSES.map((status) => [STATUS_NUMBERS[status], status]),
)

/** The numbers of the final statuses. */
export const FINAL_STATUS_NUMBERS: readonly number[] = ENDED_EXECUTION_STATUSES.map((status) => STATUS_NUMBERS[status])

/** The state of an execution as the engine's queries see it. The partial indexes of the migrations use these numbers. */
export const PHASES = {
  /** Nothing to do until it is woken. */
  waiting: 0,
  active: 1,
  queued: 2,
  /** Finished, and its parent, if any, has the result. */
  finished: 3,
} as const

export function phaseOf({ status, isActive }: ExecutionSummary): number {
  if (isActive) return status === 'pending' ? PHASES.queued : PHASES.active
  return isExecutionOver(status) ? PHASES.finished : PHASES.waiting
}

/** The numbers of `is_compact`: what is left to do for an execution after its end. */
export const TIDINESS = {
  /** Its history is rewritten as one row. */
  loose: 0,
  compact: 1,
  /** Its values may have to be removed, which also makes its history one row. */
  withValues: 2,
} as const

/** An execution that has ended when it is created has a history of one row, so there is nothing to compact. */
export function tidinessOf(summary: ExecutionSummary, about: Pick<ExecutionFacts, 'keepValues'>): number {
  if (about.keepValues !== undefined) return TIDINESS.withValues
  return phaseOf(summary) === PHASES.finished ? TIDINESS.compact : TIDINESS.loose
}

export function statusOf(number: number): ExecutionStatus {
  const status = STATUSES.get(number)
  if (status === undefined) throw new Error(`Unknown execution status number ${number} in the database.`)
  return status
}

export function isFinalStatusNumber(number: number): boolean {
  return FINAL_STATUS_NUMBERS.includes(number)
}
