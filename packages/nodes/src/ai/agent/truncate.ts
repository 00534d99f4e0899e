import { asText } from '../../running/as-text.ts'
import { cut } from '../../running/display-text.ts'

/** Any JSON value as text of at most `length` characters, with an ellipsis if truncated. */
export function shortText(value: unknown, length: number): string {
  const text = asText(value)
  const kept = cut(text, length)
  return kept.length === text.length ? text : `${kept}…`
}
