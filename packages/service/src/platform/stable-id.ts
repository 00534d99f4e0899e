/** Ids that follow from what they stand for, so that whoever asks twice gets the same execution. */
import { hash } from 'node:crypto'

/** A UUID (version 8) made of texts; the same texts give the same one, and no other list of texts does. */
export function stableId(...parts: readonly string[]): string {
  const hex = hash('sha256', JSON.stringify(parts), 'hex')
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
