/** Checks the secret of a webhook call in constant time. */
import { createHmac, hash, timingSafeEqual } from 'node:crypto'

export type Headers = Readonly<Record<string, string | string[] | undefined>>

/** `Authorization: Bearer …` or `X-API-Key: …`. */
export function hasToken(headers: Headers, secret: string): boolean {
  const bearer = /^bearer +(.+)$/i.exec(textOf(headers.authorization))?.[1] ?? ''
  // Compare both so that timing does not depend on the header used.
  const [isBearer, isKey] = [same(bearer, secret), same(textOf(headers['x-api-key']), secret)]
  return isBearer || isKey
}

/** `X-Signature: sha256=…` (or `X-Hub-Signature-256`): the HMAC of the body as it was sent, in hex. */
export function hasSignature(headers: Headers, secret: string, body: Uint8Array): boolean {
  const given = textOf(headers['x-signature'] ?? headers['x-hub-signature-256'])
    .trim()
    .toLowerCase()
  return same(given, `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
}

function textOf(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** Compares hashes, which have equal length, so that timing does not reveal the length of a secret. */
function same(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'))
}
