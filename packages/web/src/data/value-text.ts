/** Formats values for display. */

/** Strings unchanged, everything else as indented JSON. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return value
  return JSON.stringify(value, null, 2) ?? 'undefined'
}

const SHORT = 280
const LINES = 6

/** The start of a value, for small spaces. */
export function shortValueText(value: unknown): string {
  const text = valueText(value)
  const lines = text.split('\n').slice(0, LINES).join('\n')
  const short = lines.length > SHORT ? lines.slice(0, SHORT) : lines
  return short.length < text.length ? `${short.trimEnd()} …` : short
}
