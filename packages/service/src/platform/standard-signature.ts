/** Signatures of Standard Webhooks (https://www.standardwebhooks.com): HMAC-SHA256 over id, time and body. */
import { createHmac } from 'node:crypto'

const PREFIX = /^whsec_/

export interface StandardMessage {
  readonly id: string
  /** Seconds since the epoch. */
  readonly timestamp: string
  readonly body: string | Uint8Array
}

/** Undefined for a secret without a key: any caller could sign with an empty one. */
export function standardSignature(secret: string, { id, timestamp, body }: StandardMessage): string | undefined {
  const key = Buffer.from(secret.replace(PREFIX, ''), 'base64')
  if (key.length === 0) return undefined
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
}
