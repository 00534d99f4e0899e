/** Secrets that we hand out, and the only form in which we keep them. */
import { hash } from 'node:crypto'
import type { Random } from '../platform/ports.ts'

/** API tokens start like this, so that a leaked one is recognised for what it is. */
export const TOKEN_PREFIX = 'mrt_'

/** A new secret: 32 random bytes, safe in a header, a cookie and an address. */
export function newSecret(random: Random, prefix = ''): string {
  return prefix + Buffer.from(random.bytes(32)).toString('base64url')
}

/** What is stored of a secret. A plain hash is enough: there is nothing to guess in 32 random bytes. */
export function hashOf(secret: string): string {
  return hash('sha256', secret, 'hex')
}
