/** The one text form of values, in templates and as keys of branches: texts as they are, everything else as JSON. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
