/** Selecting several options within limits. */

export interface Bounds {
  readonly min: number
  readonly max: number
}

export function boundsOf(
  config: { min_selections?: number | undefined; max_selections?: number | undefined },
  count: number,
): Bounds {
  return { min: Math.min(config.min_selections ?? 0, count), max: Math.min(config.max_selections ?? count, count) }
}

/** The selection with a value added or removed, in the order of the options. */
export function toggled(picked: readonly string[], value: string, options: readonly string[]): string[] {
  const next = new Set(picked)
  if (!next.delete(value)) next.add(value)
  return options.filter((option) => next.has(option))
}

/** True if another option can be selected. */
export function canSelectMore(picked: readonly string[], { max }: Bounds): boolean {
  return picked.length < max
}

export function isWithin(picked: readonly string[], { min, max }: Bounds): boolean {
  return picked.length >= min && picked.length <= max
}
