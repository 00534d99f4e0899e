import type { ExecutionStatus } from '@millrace/engine'

/** Statuses as the tables have them. The partial indexes of the migrations know these numbers: they never change. */
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

export function statusOf(number: number): ExecutionStatus {
  const name = NAMES.get(number)
  if (name === undefined) throw new Error(`No status has the number ${number}.`)
  return name as ExecutionStatus
}

export function isOverNumber(number: number): boolean {
  return number >= FIRST_OVER
}
