/** Authenticates the caller of a webhook and reads the body. */
import { Problem } from '@millrace/model'
import { type Headers, hasSignature, hasToken } from './credential.ts'

export interface BodyOf {
  readonly headers: Headers
  readonly readBody: (maxBytes: number) => Promise<Buffer>
}

export interface Demand {
  readonly auth: string
  /** Empty if none is set: then no caller can be authenticated. */
  readonly secret: string
}

/** The body of an authenticated call. A secret in a header is checked before the body is read. */
export async function trustedBody(call: BodyOf, { auth, secret }: Demand, maxBytes: number): Promise<Buffer> {
  if (auth === 'none') return call.readBody(maxBytes)
  const mayPass = secret !== '' && (auth === 'hmac' || hasToken(call.headers, secret))
  const body = mayPass ? await call.readBody(maxBytes) : undefined
  const isGood = body !== undefined && (auth !== 'hmac' || hasSignature(call.headers, secret, body))
  if (!isGood) throw new Problem('UNAUTHORIZED')
  return body
}
