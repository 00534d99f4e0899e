/**
 * `effects.http`: a node's HTTP request with redirects, limited in time and size. The node interprets the response; only
 * a missing response is an error here.
 */
import { validateHeaderName, validateHeaderValue } from 'node:http'
import { type HttpAnswer, type HttpCall, NodeFailure, Retryable } from '@millrace/model'
import type { TraceHeaders } from '../../platform/trace-context.ts'
import { firstSigned, signedAfterRedirect } from '../credentials/bound-headers.ts'
import {
  type CallOutcome,
  type CredentialSource,
  noCredentials,
  type OpenCredential,
  withCredential,
} from '../credentials/credential-source.ts'
import { ACCEPTED_ENCODINGS } from './body.ts'
import { ConnectionPool } from './connection-pool.ts'
import type { Egress } from './egress.ts'
import { exchange } from './exchange.ts'
import type { Outgoing } from './outgoing.ts'
import { redirected } from './redirect.ts'

export interface HttpLimits {
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly maxHeaderBytes: number
  readonly maxRedirects: number
}

const DEFAULTS: HttpLimits = {
  timeoutMs: 30_000,
  maxBytes: 8 * 1024 * 1024,
  maxHeaderBytes: 32 * 1024,
  maxRedirects: 5,
}

const METHOD = /^[A-Z]{1,20}$/
/** They open a tunnel, or echo the request with its credentials. */
const REFUSED_METHODS = new Set(['CONNECT', 'TRACE', 'TRACK'])
/** Headers of the connection and of the message length; the caller may not set them. */
const OWN_HEADERS = new Set([
  ...['host', 'connection', 'keep-alive', 'proxy-connection', 'proxy-authorization', 'upgrade', 'http2-settings'],
  ...['content-length', 'transfer-encoding', 'te', 'trailer', 'expect'],
])

export interface StepContext {
  readonly signal: AbortSignal
  readonly idempotencyKey: string
  /** Starts at 1. */
  readonly attempt: number
  /** Trace context; sent unless the call has its own. */
  readonly trace?: TraceHeaders | undefined
  /** Connections are not shared between workflows. */
  readonly owner?: { readonly workflow: string }
}

export interface HttpEffect {
  send(call: HttpCall, step: StepContext): Promise<HttpAnswer>
  /** Closes the connections that may be reused; requests on them fail. */
  close(): void
}

export function createHttp(
  egress: Egress,
  given: Partial<HttpLimits> = {},
  credentials: CredentialSource = noCredentials,
): HttpEffect {
  const limits = { ...DEFAULTS, ...given }
  const pool = new ConnectionPool(egress, limits.maxHeaderBytes)
  const exchanged = async (call: HttpCall, step: StepContext, credential?: OpenCredential): Promise<HttpAnswer> => {
    step.signal.throwIfAborted()
    const timeoutMs = Math.max(1, Math.trunc(call.timeoutMs ?? limits.timeoutMs))
    const first = outgoingOf(call, step)
    let outgoing = credential === undefined ? first : firstSigned(first, credential)
    let isLate = false
    const ending = new AbortController()
    const abort = () => ending.abort(step.signal.reason)
    step.signal.addEventListener('abort', abort)
    const timer = setTimeout(() => {
      isLate = true
      ending.abort()
    }, timeoutMs)
    const exchangeLimits = {
      maxBytes: call.maxBytes ?? limits.maxBytes,
      followsRedirects: call.followRedirects !== false,
      signal: ending.signal,
      workflow: step.owner?.workflow ?? '',
    }
    try {
      for (let hop = 0; ; hop++) {
        const answer = await exchange(outgoing, pool, exchangeLimits)
        const next = exchangeLimits.followsRedirects ? redirected(outgoing, answer) : undefined
        if (next === undefined) return answer
        if (hop === limits.maxRedirects) {
          throw new NodeFailure(
            'TOO_MANY_REDIRECTS',
            `${outgoing.url.host} redirects more than ${limits.maxRedirects} times.`,
          )
        }
        outgoing = credential === undefined ? next : signedAfterRedirect(next, credential)
      }
    } catch (error) {
      step.signal.throwIfAborted()
      if (isLate) throw new Retryable(`${outgoing.url.host} did not respond in ${timeoutMs} ms.`, 'TIMED_OUT')
      throw failureOf(error, outgoing.url.host)
    } finally {
      clearTimeout(timer)
      step.signal.removeEventListener('abort', abort)
    }
  }
  const send: HttpEffect['send'] = async (call, step) => {
    if (call.credential === undefined) return exchanged(call, step)
    step.signal.throwIfAborted()
    const credential = await credentials.open(call.credential, 'http', {
      signal: step.signal,
      workflow: step.owner?.workflow ?? '',
    })
    const sent = (open: OpenCredential, outcome: (answer: HttpAnswer) => CallOutcome | undefined) =>
      withCredential(open, () => exchanged(call, step, open), outcome)
    const { renew } = credential
    if (renew === undefined) return sent(credential, outcomeOf)
    // A refused token may have been revoked before its end: try once more with a new one.
    const answer = await sent(credential, (first) => (isRefused(first) ? undefined : outcomeOf(first)))
    return isRefused(answer) ? sent(await renew(), outcomeOf) : answer
  }
  return { send, close: () => pool.close() }
}

/** Only refusals are about the credential; other statuses concern the request. */
function outcomeOf({ status }: HttpAnswer): CallOutcome {
  return status === 401 || status === 403 ? { failure: `HTTP status ${status}` } : {}
}

function isRefused({ status }: HttpAnswer): boolean {
  return status === 401
}

function outgoingOf(call: HttpCall, { idempotencyKey, attempt, trace }: Omit<StepContext, 'signal'>): Outgoing {
  const method = call.method.toUpperCase()
  if (!METHOD.test(method) || REFUSED_METHODS.has(method)) {
    throw invalid(`the method ${method.slice(0, 20)} is not allowed`)
  }
  const url = URL.parse(call.url)
  if (url === null) throw invalid('the address must be a URL')
  const own = checkedHeaders(call.headers ?? {})
  const headers: Record<string, string> = {
    accept: '*/*',
    'accept-encoding': ACCEPTED_ENCODINGS,
    'user-agent': 'millrace',
    'idempotency-key': idempotencyKey,
    'x-attempt': String(attempt),
    // The state belongs to its traceparent.
    ...(own.traceparent === undefined && trace),
    ...credentialsIn(url),
    ...own,
  }
  if (url.username !== '' || url.password !== '') {
    url.username = ''
    url.password = ''
  }
  return { url, method, headers, body: call.body }
}

/** Credentials in `https://name:password@host` become a header, so that later reports do not contain them. */
function credentialsIn({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {}
  try {
    const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
    return { authorization: `Basic ${Buffer.from(text).toString('base64')}` }
  } catch {
    throw invalid('the user name or password in the address is not percent-encoded correctly')
  }
}

/** Headers by lower-case name, without those of the connection; throws INVALID_REQUEST for invalid ones. */
export function checkedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const checked: Record<string, string> = {}
  for (const [given, value] of Object.entries(headers)) {
    const name = given.toLowerCase()
    try {
      validateHeaderName(name)
      validateHeaderValue(name, value)
    } catch {
      throw invalid(`the header ${JSON.stringify(name.slice(0, 100))} is invalid`)
    }
    if (!OWN_HEADERS.has(name)) checked[name] = value
  }
  return checked
}

function invalid(what: string): NodeFailure {
  return new NodeFailure('INVALID_REQUEST', `The request cannot be sent: ${what}.`)
}

/** The codes of zlib for invalid data; missing data has other codes. */
const UNPACKING = /^(Z_DATA_ERROR|Z_NEED_DICT|ERR__ERROR_FORMAT_\w+)$/

/** The failure for an error without a response. It names only the host: paths and queries may contain secrets. */

export function failureOf(error: unknown, host: string): NodeFailure {
  if (error instanceof NodeFailure) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  if (code === 'HPE_HEADER_OVERFLOW') return new NodeFailure('RESPONSE_TOO_LARGE', `${host} sent too many headers.`)
  if (UNPACKING.test(code)) {
    return new NodeFailure('RESPONSE_UNREADABLE', `${host} sent a response that cannot be decompressed (${code}).`)
  }
  return new Retryable(`${host} could not be reached, or the connection was lost (${code}).`, 'UPSTREAM_FAILED')
}
