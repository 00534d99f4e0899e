/** Arithmetic that fails with a reason where JavaScript would go on with Infinity or NaN. */
import { NodeFailure } from '@millrace/model'

/** The number itself, if it is one that can be worked with. */
export function finite(value: number): number {
  if (Number.isFinite(value)) return value
  throw new NodeFailure(
    'OUT_OF_RANGE',
    Number.isNaN(value) ? 'The result is not a real number.' : 'The result is too large for a number.',
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
  throw new NodeFailure('DIVISION_BY_ZERO', 'A number cannot be divided by zero.')
}

/**
 * Rounded half away from zero, by the digits a person sees. `toFixed` rounds by the binary value and would make 1.00 of
 * 1.005, because that is stored as a little less.
 */
export function rounded(value: number, digits: number): number {
  const format = new Intl.NumberFormat('en', { maximumFractionDigits: digits, useGrouping: false })
  return Number(format.format(value))
}
