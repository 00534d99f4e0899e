/** Measures two sides in turn, so that a slow phase of the machine affects both. */
import { median } from './row.ts'

export interface Comparison {
  readonly ours: number
  readonly others: number
  /** The median of the ratios of a round of ours to the one after it: both see the same phase of the machine. */
  readonly figure: number
}

/** Both sides get faster for about this long, until V8 has optimised their code: these rounds do not count. */
const WARM_UP_ROUNDS = 5
const ROUNDS = 11

export async function alternately(own: () => Promise<number>, theirs: () => Promise<number>): Promise<Comparison> {
  for (let round = 0; round < WARM_UP_ROUNDS; round++) {
    await own()
    await theirs()
  }
  const rounds: { readonly ours: number; readonly others: number }[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push({ ours: await own(), others: await theirs() })
  return {
    ours: median(rounds.map(({ ours }) => ours)),
    others: median(rounds.map(({ others }) => others)),
    figure: median(rounds.map(({ ours, others }) => ours / others)),
  }
}
