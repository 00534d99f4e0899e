/**
 * How a map puts together what its rounds gave. Of an empty list: append gives an empty list, sum gives 0, and average,
 * max and min give the default of the output, else fail, because there is no such number.
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

/** What the rounds come to; `fallback` is what stands for nothing. */
export function reduced(
  reducer: string,
  values: readonly unknown[],
  { title, fallback }: { readonly title: string; readonly fallback: unknown },
): unknown {
  if (reducer === 'append') return values
  if (!Object.hasOwn(NUMBERS, reducer)) throw new NodeFailure('UNKNOWN_REDUCER', `There is no reducer "${reducer}".`)
  const result = NUMBERS[reducer as keyof typeof NUMBERS](values.map((value) => numberOf(value, { reducer, title })))
  if (result !== undefined) return result
  if (fallback !== undefined) return fallback
  throw new NodeFailure('EMPTY_LIST', `There is no ${reducer} of an empty list for "${title}", and it has no default.`)
}

function numberOf(value: unknown, { reducer, title }: { reducer: string; title: string }): number {
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'number') return value
  throw new NodeFailure('TYPE_MISMATCH', `"${title}" has to be a number in every round for "${reducer}".`)
}
