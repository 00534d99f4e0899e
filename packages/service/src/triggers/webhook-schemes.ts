/** How each kind of webhook caller proves that it knows the secret. Secrets are compared in constant time. */
import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { AUTHS_WITH_SECRET, type WebhookAuth } from '@millrace/model'
import { standardSignature } from '../platform/standard-signature.ts'

export type Headers = Readonly<Record<string, string | string[] | undefined>>

export interface Scheme {
  /** Checked before the body is read, so that other callers cannot make the service read one. */
  readonly mayPass: (headers: Headers, secret: string, nowMs: number) => boolean
  /** Undefined if the secret itself is sent: then the body is not signed. */
  readonly hasSigned?: (headers: Headers, secret: string, body: Uint8Array) => boolean
}

/** A signed time may differ from ours by this much, before or after: a captured call cannot be sent again later. */
export const WINDOW_S = 300

const SCHEMES: Readonly<Record<Exclude<WebhookAuth, 'none'>, Scheme>> = {
  token: {
    mayPass: (headers, secret) => {
      const bearer = /^bearer +(.+)$/i.exec(textOf(headers.authorization))?.[1] ?? ''
      // Compare both so that timing does not depend on the header used.
      const [isBearer, isKey] = [same(bearer, secret), same(textOf(headers['x-api-key']), secret)]
      return isBearer || isKey
    },
  },

  /** GitHub and others: `sha256=<hex>` of the body as it was sent. */
  hmac: {
    mayPass: () => true,
    hasSigned(headers, secret, body) {
      const given = textOf(headers['x-signature'] ?? headers['x-hub-signature-256'])
      return same(given.trim().toLowerCase(), `sha256=${hmac(secret, body).toString('hex')}`)
    },
  },

  gitlab: {
    mayPass: (headers, secret) => same(textOf(headers['x-gitlab-token']), secret),
  },

  slack: {
    mayPass: (headers, _, nowMs) => isRecent(textOf(headers['x-slack-request-timestamp']), nowMs),
    hasSigned(headers, secret, body) {
      const signed = hmac(secret, `v0:${textOf(headers['x-slack-request-timestamp'])}:`, body)
      return same(textOf(headers['x-slack-signature']), `v0=${signed.toString('hex')}`)
    },
  },

  stripe: {
    mayPass: (headers, _, nowMs) => isRecent(stripeParts(headers).time, nowMs),
    hasSigned(headers, secret, body) {
      const { time, signatures } = stripeParts(headers)
      const signed = hmac(secret, `${time}.`, body).toString('hex')
      return isAmong(signatures, signed)
    },
  },

  standard: {
    mayPass: (headers, _, nowMs) => isRecent(textOf(headers['webhook-timestamp']), nowMs),
    hasSigned(headers, secret, body) {
      const [id, timestamp] = [textOf(headers['webhook-id']), textOf(headers['webhook-timestamp'])]
      const signed = standardSignature(secret, { id, timestamp, body })
      return signed !== undefined && isAmong(textOf(headers['webhook-signature']).split(' '), signed)
    },
  },
}

/** Undefined for a value of `auth` that this version does not know: no caller is accepted then. */
export function schemeOf(auth: string): Scheme | undefined {
  const known = AUTHS_WITH_SECRET.find((one) => one === auth)
  return known === undefined ? undefined : SCHEMES[known]
}

function textOf(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** Compares hashes, which have equal length, so that timing does not reveal the length of a secret. */
function same(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'))
}

/** While a secret is replaced, senders sign with the old one and the new one. */
const MAX_SIGNATURES = 10

function isAmong(given: readonly string[], expected: string): boolean {
  return given.slice(0, MAX_SIGNATURES).some((one) => same(one, expected))
}

function hmac(key: string | Uint8Array, ...parts: readonly (string | Uint8Array)[]): Buffer {
  return parts.reduce((sum, part) => sum.update(part), createHmac('sha256', key)).digest()
}

/** `seconds` is Unix time. */
function isRecent(seconds: string, nowMs: number): boolean {
  return /^\d{1,12}$/.test(seconds) && Math.abs(nowMs / 1000 - Number(seconds)) <= WINDOW_S
}

/** `t=<time>,v1=<signature>`, where `v1` may be repeated and other parts are older kinds of signature. */
function stripeParts(headers: Headers): { readonly time: string; readonly signatures: readonly string[] } {
  const parts = textOf(headers['stripe-signature']).split(',')
  const valuesOf = (name: string) =>
    parts.filter((part) => part.startsWith(name)).map((part) => part.slice(name.length))
  return { time: valuesOf('t=')[0] ?? '', signatures: valuesOf('v1=') }
}
