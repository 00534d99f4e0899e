/**
 * HTTP client for a remote runtime. The operator configured its URL, so only this host may be private; redirects are
 * not followed.
 */
import { isObject, Problem, parseInSlices } from '@millrace/model'
import { createEgress } from '../../effects/http/egress.ts'
import { createEgressFetch, type FetchLimits } from '../../effects/http/egress-fetch.ts'
import { noProxy, type OutgoingProxy } from '../../effects/http/outgoing-proxy.ts'

export interface RemoteSettings {
  readonly url: string
  readonly auth: 'none' | 'bearer' | 'key'
  readonly token: string | undefined
  /** Default: direct connections. */
  readonly proxyFor?: OutgoingProxy
}

export interface RemoteAnswer {
  readonly status: number
  /** The JSON body; undefined if there is none. */
  readonly body: unknown
}

export interface RemoteCall {
  readonly method: 'GET' | 'POST'
  /** Relative to the URL of the runtime. */
  readonly path: string
  /** The body as JSON. */
  readonly text?: string
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

export type RemoteClient = (call: RemoteCall) => Promise<RemoteAnswer>

const TIMEOUT_MS = 10_000
const LIMITS: FetchLimits = {
  connectMs: 10_000,
  firstByteMs: 60_000,
  idleMs: 30_000,
  totalMs: 120_000,
  maxBytes: 32 * 1024 * 1024,
  maxHeaderBytes: 32 * 1024,
}

/** Sends a request. Throws UPSTREAM_FAILED if the runtime does not respond, fails, or rejects our credential. */
export function remoteClient({ url, auth, token = '', proxyFor = noProxy }: RemoteSettings): RemoteClient {
  const credential: Record<string, string> =
    auth === 'bearer' ? { authorization: `Bearer ${token}` } : auth === 'key' ? { 'x-api-key': token } : {}
  const places = createEgress([], undefined, proxyFor).opened(new URL(url))
  const ask = createEgressFetch(places, LIMITS, new AbortController().signal)
  return async ({ method, path, text, timeoutMs = TIMEOUT_MS, signal }) => {
    const deadline = AbortSignal.timeout(timeoutMs)
    let answer: RemoteAnswer
    try {
      const response = await ask(`${url}${path}`, {
        method,
        headers: {
          accept: 'application/json',
          ...(text === undefined ? {} : { 'content-type': 'application/json' }),
          ...credential,
        },
        ...(text === undefined ? {} : { body: text }),
        signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
      })
      answer = { status: response.status, body: await parsed(await response.text()) }
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof Problem) throw error
      throw away(deadline.aborted ? 'does not respond' : 'cannot be reached')
    }
    const { status } = answer
    if (status === 401 || status === 403) throw away('does not accept the credential of this service')
    if (status >= 500) throw away(`failed with HTTP status ${status}`)
    if (status < 200 || (status >= 300 && status < 400)) throw away(`returned HTTP status ${status}`)
    return answer
  }
}

/** An error of the runtime. */
export function away(how: string): Problem {
  return new Problem('UPSTREAM_FAILED', { message: `The Agent Spec runtime ${how}.` })
}

async function parsed(text: string): Promise<unknown> {
  try {
    return await parseInSlices(text)
  } catch {
    return undefined
  }
}

/** The errors in a runtime response: `{detail: {errors}}`, `{detail}`, `{errors}`, `{error}` or `{details}`. */
export function errorsIn(body: unknown): string[] {
  if (typeof body === 'string') return [body]
  if (Array.isArray(body)) return body.flatMap(errorsIn)
  if (!isObject(body)) return []
  const listed = body.errors ?? body.details ?? body.detail
  if (listed !== undefined && listed !== null) {
    const found = errorsIn(listed)
    if (found.length > 0) return found
  }
  const told = body.message ?? body.error ?? body.msg
  return typeof told === 'string' ? [told] : []
}
