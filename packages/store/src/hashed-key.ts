import { createHash } from 'node:crypto'

/** Hashes a key of any length and characters to one that fits into an index. */
export function hashedKey(key: string): string {
  return createHash('sha256').update(JSON.stringify(key)).digest('base64url')
}
