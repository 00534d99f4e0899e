/** Whether the caller of a webhook knows its secret. Takes as long for a wrong secret as for the right one. */
import { createHmac, hash, timingSafeEqual } from 'node:crypto'

export type Headers = Readonly<Record<string, string | string[] | undefined>>

/** `Authorization: Bearer …` or `X-API-Key: …`. */
export function hasToken(headers: Headers, secret: string): boolean {
  const bearer = /^bearer +(.+)$/i.exec(textOf(headers.authorization))?.[1] ?? ''
  // Both are compared, whichever was sent.
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

/** Hashes have one length, so that not even the length of a secret can be measured. */
function same(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'))
}
