/** What a bench reports: what was measured, against what, and whether that is good enough. */
export interface Row {
  readonly work: string
  readonly measured: string
  readonly limit: string
  /** The figure that is judged: a ratio against a limit of the same run, or a plain figure where there is no limit. */
  readonly figure: number
  readonly goal: string
  readonly met: boolean
}

export type Bench = () => Promise<Row[]>

/** The middle of some measurements, which a single stall does not move. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString('en')}/s`
}

export function ms(milliseconds: number): string {
  return `${milliseconds.toFixed(milliseconds < 10 ? 2 : 0)} ms`
}
