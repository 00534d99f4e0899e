import type { ExecutionSummary } from '@millrace/engine'
import {
  ENDED_EXECUTION_STATUSES,
  EXECUTION_STATUSES,
  EXECUTION_TRIGGERS,
  type ExecutionStatus,
  type ExecutionTrigger,
  isExecutionOver,
} from '@millrace/model'

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
} as const satisfies Record<ExecutionTrigger, number>

const TRIGGERS: ReadonlyMap<number, ExecutionTrigger> = new Map(
  EXECUTION_TRIGGERS.map((trigger) => [TRIGGER_NUMBERS[trigger], trigger]),
)

/** Undefined for a number of a newer version. */
export function triggerOf(number: number): ExecutionTrigger | undefined {
  return TRIGGERS.get(number)
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

export function statusOf(number: number): ExecutionStatus {
  const status = STATUSES.get(number)
  if (status === undefined) throw new Error(`Unknown execution status number ${number} in the database.`)
  return status
}

export function isFinalStatusNumber(number: number): boolean {
  return FINAL_STATUS_NUMBERS.includes(number)
}
