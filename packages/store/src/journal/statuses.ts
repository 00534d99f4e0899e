import type { ExecutionSummary } from '@millrace/engine'
import { ENDED_EXECUTION_STATUSES, EXECUTION_STATUSES, type ExecutionStatus, isExecutionOver } from '@millrace/model'

/** Statuses as the tables have them. They never change: databases out there have them. */
export const STATUS_NUMBERS = {
  pending: 1,
  running: 2,
  completed: 3,
  failed: 4,
  cancelled: 5,
} as const satisfies Record<ExecutionStatus, number>

const STATUSES: ReadonlyMap<number, ExecutionStatus> = new Map(
  EXECUTION_STATUSES.map((status) => [STATUS_NUMBERS[status], status]),
)

/** The numbers of executions that are over. */
export const OVER: readonly number[] = ENDED_EXECUTION_STATUSES.map((status) => STATUS_NUMBERS[status])

/** What the engine has to do with an execution. The partial indexes of the migrations know these numbers too. */
export const PHASES = {
  /** Nothing, until it is woken. */
  waits: 0,
  active: 1,
  queued: 2,
  /** Nothing any more; if it has a parent, that one knows. */
  over: 3,
} as const

export function phaseOf({ status, isActive }: ExecutionSummary): number {
  if (isActive) return status === 'pending' ? PHASES.queued : PHASES.active
  return isExecutionOver(status) ? PHASES.over : PHASES.waits
}

export function statusOf(number: number): ExecutionStatus {
  const status = STATUSES.get(number)
  if (status === undefined) throw new Error(`No status has the number ${number}.`)
  return status
}

export function isOverNumber(number: number): boolean {
  return OVER.includes(number)
}
