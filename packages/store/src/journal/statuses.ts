import type { ExecutionStatus, ExecutionSummary } from '@millrace/engine'

/** Statuses as the tables have them. They never change: databases out there have them. */
export const STATUS_NUMBERS = {
  pending: 1,
  running: 2,
  completed: 3,
  failed: 4,
  cancelled: 5,
} as const satisfies Record<ExecutionStatus, number>

const NAMES = new Map(Object.entries(STATUS_NUMBERS).map(([name, number]) => [number as number, name]))

/** From this number on an execution is over. */
const FIRST_OVER = STATUS_NUMBERS.completed

export const OVER = [STATUS_NUMBERS.completed, STATUS_NUMBERS.failed, STATUS_NUMBERS.cancelled] as const

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
  return isOverNumber(STATUS_NUMBERS[status]) ? PHASES.over : PHASES.waits
}

export function statusOf(number: number): ExecutionStatus {
  const name = NAMES.get(number)
  if (name === undefined) throw new Error(`No status has the number ${number}.`)
  return name as ExecutionStatus
}

export function isOverNumber(number: number): boolean {
  return number >= FIRST_OVER
}
