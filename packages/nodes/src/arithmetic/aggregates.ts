/** Operations over a list of numbers. */
import { divided, finite, squareRoot } from './exact.ts'

type Numbers = readonly [number, ...number[]]

/** By operation name of the calculator. Each takes at least one number. */
export const AGGREGATES = {
  add: (numbers) => finite(sum(numbers)),
  subtract: ([first, ...rest]) => finite(rest.reduce((value, number) => value - number, first)),
  multiply: (numbers) => finite(numbers.reduce((value, number) => value * number, 1)),
  divide: ([first, ...rest]) => rest.reduce(divided, first),
  power: ([first, ...rest]) => finite(rest.reduce((value, number) => value ** number, first)),
  sqrt: ([first]) => squareRoot(first),
  average: (numbers) => finite(sum(numbers) / numbers.length),
  // Not Math.min(...numbers): a long list would overflow the stack.
  min: (numbers) => numbers.reduce((least, number) => Math.min(least, number)),
  max: (numbers) => numbers.reduce((most, number) => Math.max(most, number)),
  median,
  mode,
} satisfies Record<string, (numbers: Numbers) => number>

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function median(numbers: Numbers): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  // An odd list has one middle number, an even list two.
  const [low = 0, high = low] = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1)
  return finite(low + (high - low) / 2)
}

/** The most frequent number; the first one on a tie. */
function mode(numbers: Numbers): number {
  const counts = new Map<number, number>()
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
  let best = numbers[0]
  for (const [number, count] of counts) if (count > (counts.get(best) ?? 0)) best = number
  return best
}
