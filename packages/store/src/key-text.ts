import { createHash } from 'node:crypto'

/** A key of any length and of any characters as one that fits into an index. */
export function keyText(key: string): string {
  return createHash('sha256').update(JSON.stringify(key)).digest('base64url')
}
