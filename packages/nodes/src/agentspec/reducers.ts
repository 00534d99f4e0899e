/**
 * How a map combines the results of its iterations. For an empty list, append returns an empty list and sum returns 0;
 * average, max and min return the default of the output, or fail without one.
 */
import type { Reducer } from '@millrace/agentspec'
import { NodeFailure } from '@millrace/model'

type Reduce = (numbers: readonly number[]) => number | undefined

const NUMBERS: Readonly<Record<Exclude<Reducer, 'append'>, Reduce>> = {
  sum: (numbers) => numbers.reduce((sum, one) => sum + one, 0),
  average: (numbers) => (numbers.length === 0 ? undefined : (NUMBERS.sum(numbers) ?? 0) / numbers.length),
  max: (numbers) => extreme(numbers, (one, best) => one > best),
  min: (numbers) => extreme(numbers, (one, best) => one < best),
}

function extreme(numbers: readonly number[], isBetter: (one: number, best: number) => boolean): number | undefined {
  return numbers.reduce<number | undefined>(
    (best, one) => (best === undefined || isBetter(one, best) ? one : best),
    undefined,
  )
}

/** Combines the values; `fallback` is used for an empty list. */
export function reduced(
  reducer: string,
  values: readonly unknown[],
  { title, fallback }: { readonly title: string; readonly fallback: unknown },
): unknown {
  if (reducer === 'append') return values
  if (!Object.hasOwn(NUMBERS, reducer)) throw new NodeFailure('UNKNOWN_REDUCER', `Unknown reducer "${reducer}".`)
  const result = NUMBERS[reducer as keyof typeof NUMBERS](values.map((value) => numberOf(value, { reducer, title })))
  if (result !== undefined) return result
  if (fallback !== undefined) return fallback
  throw new NodeFailure(
    'EMPTY_LIST',
    `Cannot compute the ${reducer} of an empty list for "${title}", which has no default.`,
  )
}

function numberOf(value: unknown, { reducer, title }: { reducer: string; title: string }): number {
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'number') return value
  throw new NodeFailure('TYPE_MISMATCH', `"${title}" must be a number in every iteration for the reducer "${reducer}".`)
}
