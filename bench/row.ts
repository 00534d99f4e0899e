/** A result: the measured value, the limit it is compared with, and whether the goal is met. */
export interface Row {
  readonly work: string
  readonly measured: string
  readonly limit: string
  /** The figure that is compared with the goal: a ratio to a limit of the same run, or a plain value without a limit. */
  readonly figure: number
  readonly goal: string
  readonly met: boolean
}

export type Bench = () => Promise<Row[]>

/** The median, which a single stall does not affect. */
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
