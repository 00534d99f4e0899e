/** Arithmetic that throws with a reason where JavaScript would return Infinity or NaN. */
import { NodeFailure } from '@millrace/model'

/** Returns the number; throws if it is not finite. */
export function finite(value: number): number {
  if (Number.isFinite(value)) return value
  throw new NodeFailure(
    'OUT_OF_RANGE',
    Number.isNaN(value) ? 'The result is not a real number.' : 'The result is too large.',
  )
}

export function divided(value: number, by: number): number {
  return finite(value / notZero(by))
}

export function remainder(value: number, by: number): number {
  return value % notZero(by)
}

export function squareRoot(value: number): number {
  return finite(Math.sqrt(value))
}

function notZero(value: number): number {
  if (value !== 0) return value
  throw new NodeFailure('DIVISION_BY_ZERO', 'Division by zero.')
}

/**
 * Rounds half away from zero by decimal digits. `toFixed` rounds by the binary value and would turn 1.005 into 1.00.
 */
export function rounded(value: number, digits: number): number {
  const format = new Intl.NumberFormat('en', { maximumFractionDigits: digits, useGrouping: false })
  return Number(format.format(value))
}
