/** Authenticates the caller of a webhook and reads the body. */
import { Problem } from '@millrace/model'
import { type Headers, schemeOf } from './webhook-schemes.ts'

export interface BodyOf {
  readonly headers: Headers
  readonly readBody: (maxBytes: number) => Promise<Buffer>
}

export interface Demand {
  readonly auth: string
  /** Empty if none is set: then no caller can be authenticated. */
  readonly secret: string
}

export interface BodyLimits {
  readonly maxBodyBytes: number
  readonly nowMs: number
}

/** The body of an authenticated call. What is in the headers is checked before the body is read. */
export async function trustedBody(call: BodyOf, { auth, secret }: Demand, limits: BodyLimits): Promise<Buffer> {
  const { maxBodyBytes, nowMs } = limits
  if (auth === 'none') return call.readBody(maxBodyBytes)
  const scheme = schemeOf(auth)
  if (scheme === undefined || secret === '' || !scheme.mayPass(call.headers, secret, nowMs)) {
    throw new Problem('UNAUTHORIZED')
  }
  const body = await call.readBody(maxBodyBytes)
  if (scheme.hasSigned?.(call.headers, secret, body) === false) throw new Problem('UNAUTHORIZED')
  return body
}
