/** Named values of a query or a form; a repeated name has a list. */
export type Parameters = Record<string, string | string[]>

export function addParameter(values: Parameters, name: string, value: string): void {
  if (name === '__proto__') return
  const before = Object.hasOwn(values, name) ? values[name] : undefined
  // Append instead of copying: one name may be repeated thousands of times.
  if (Array.isArray(before)) before.push(value)
  else values[name] = before === undefined ? value : [before, value]
}

/** Query parameters. */
export function parametersIn(text: string): Parameters {
  const values: Parameters = {}
  if (text === '') return values
  for (const [name, value] of new URLSearchParams(text)) addParameter(values, name, value)
  return values
}
