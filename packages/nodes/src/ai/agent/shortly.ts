import { asText } from '../../running/as-text.ts'
import { cut } from '../../running/shown-text.ts'

/** Any JSON value as a text of at most so many characters, with a mark where it was cut. */
export function shortly(value: unknown, length: number): string {
  const text = asText(value)
  const kept = cut(text, length)
  return kept.length === text.length ? text : `${kept}…`
}
