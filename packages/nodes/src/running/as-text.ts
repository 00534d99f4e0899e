/** A JSON value as display text: strings unchanged, null and undefined empty, objects and lists as JSON. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
