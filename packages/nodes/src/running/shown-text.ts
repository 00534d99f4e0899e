import { asText } from './as-text.ts'
import { badInput } from './input-values.ts'

/** A value as people read it. Anything but nothing can be shown; JSON is laid out over several lines if it is meant to be. */
export function shownText(inputs: Readonly<Record<string, unknown>>, port: string, isJson: boolean): string {
  const value = inputs[port]
  if (value === undefined || value === null) throw badInput(port, 'has nothing to show')
  if (!isJson) return asText(value)
  if (typeof value !== 'string') return JSON.stringify(value, null, 2)
  try {
    return JSON.stringify(JSON.parse(value), null, 2)
  } catch {
    // It was meant to be JSON; shown as it is, a person sees why it is not.
    return value
  }
}

/** The first so many code points of a text. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text
  let at = 0
  for (let count = 0; count < length && at < text.length; count++) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
  return text.slice(0, at)
}
