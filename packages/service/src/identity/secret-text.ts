/** Creates secrets, and the hashes that are stored of them. */
import { hash } from 'node:crypto'
import type { Random } from '../platform/ports.ts'

/** Prefix of API tokens, so that leaked ones can be recognised. */
export const TOKEN_PREFIX = 'mrt_'

/** A new secret: 32 random bytes, safe in headers, cookies and URLs. */
export function newSecret(random: Random, prefix = ''): string {
  return prefix + Buffer.from(random.bytes(32)).toString('base64url')
}

/** The stored form of a secret. A plain hash suffices, because 32 random bytes cannot be guessed. */
export function hashOf(secret: string): string {
  return hash('sha256', secret, 'hex')
}
