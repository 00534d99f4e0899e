/** Any JSON value as a text for people: a text stays, nothing is empty, a structure is JSON. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
