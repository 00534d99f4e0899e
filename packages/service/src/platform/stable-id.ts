/** Ids derived from their parts: repeating a request yields the same id, and so the same execution. */
import { hash } from 'node:crypto'

/** A UUID (version 8) derived from texts: the same list always yields the same id, other lists yield other ids. */
export function stableId(...parts: readonly string[]): string {
  const hex = hash('sha256', JSON.stringify(parts), 'hex')
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
