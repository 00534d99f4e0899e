/** Measures two sides in turn, so that a slow phase of the machine affects both. */
import { median } from './row.ts'

export interface Comparison {
  readonly ours: number
  readonly others: number
  /** The median of the ratios of a round of ours to the one after it: both see the same phase of the machine. */
  readonly figure: number
}

export interface Rounds {
  /** Those that do not count. With a second a round, both sides get faster for about five: V8 optimises their code. */
  readonly warmUp: number
  readonly measured: number
}

type Side = () => number | Promise<number>

const OF_A_SECOND: Rounds = { warmUp: 5, measured: 11 }

export async function alternately(own: Side, theirs: Side, { warmUp, measured } = OF_A_SECOND): Promise<Comparison> {
  for (let round = 0; round < warmUp; round++) {
    await own()
    await theirs()
  }
  const rounds: { readonly ours: number; readonly others: number }[] = []
  for (let round = 0; round < measured; round++) rounds.push({ ours: await own(), others: await theirs() })
  return {
    ours: median(rounds.map(({ ours }) => ours)),
    others: median(rounds.map(({ others }) => others)),
    figure: median(rounds.map(({ ours, others }) => ours / others)),
  }
}
