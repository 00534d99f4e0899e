/** Secrets and signatures of subscriptions. */
import type { Random } from '../platform/ports.ts'
import { standardSignature } from '../platform/standard-signature.ts'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

export function newSecret(random: Random): string {
  return PREFIX + Buffer.from(random.bytes(SECRET_BYTES)).toString('base64')
}

/** The headers of a message; `at` in milliseconds. */
export function signedHeaders(secret: string, id: string, at: number, body: string): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at / 1000))
  const signature = standardSignature(secret, { id, timestamp, body }) ?? ''
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
}
