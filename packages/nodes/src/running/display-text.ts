import { asText } from './as-text.ts'
import { badInput } from './input-values.ts'

/** A value as display text. JSON is formatted over several lines if `isJson`. */
export function shownText(inputs: Readonly<Record<string, unknown>>, port: string, isJson: boolean): string {
  const value = inputs[port]
  if (value === undefined || value === null) throw badInput(port, 'must not be null')
  if (!isJson) return asText(value)
  if (typeof value !== 'string') return JSON.stringify(value, null, 2)
  try {
    return JSON.stringify(JSON.parse(value), null, 2)
  } catch {
    // Show the invalid JSON unchanged, so that the user can see the mistake.
    return value
  }
}

/** The first `length` code points of a text. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text
  let at = 0
  for (let count = 0; count < length && at < text.length; count++) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
  return text.slice(0, at)
}
