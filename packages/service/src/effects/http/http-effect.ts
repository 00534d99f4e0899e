/**
 * `effects.http`: a request of a node, redirects followed, bounded in time and size. What an answer means is up to the
 * node; what fails here is that there is no answer.
 */
import { validateHeaderName, validateHeaderValue } from 'node:http'
import { type HttpAnswer, type HttpCall, NodeFailure, Retryable } from '@millrace/model'
import { ACCEPTED_ENCODINGS } from './body.ts'
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
/** They make a tunnel, or an echo of the request with its credentials. */
const REFUSED_METHODS = new Set(['CONNECT', 'TRACE', 'TRACK'])
/** They speak about the connection and the length of the message, which is not the caller's to say. */
const OWN_HEADERS = new Set([
  ...['host', 'connection', 'keep-alive', 'proxy-connection', 'proxy-authorization', 'upgrade', 'http2-settings'],
  ...['content-length', 'transfer-encoding', 'te', 'trailer', 'expect'],
])

export interface StepOf {
  readonly signal: AbortSignal
  readonly idempotencyKey: string
  /** From 1. */
  readonly attempt: number
}

export type HttpEffect = (call: HttpCall, step: StepOf) => Promise<HttpAnswer>

export function createHttp(egress: Egress, given: Partial<HttpLimits> = {}): HttpEffect {
  const limits = { ...DEFAULTS, ...given }
  return async (call, step) => {
    step.signal.throwIfAborted()
    const timeoutMs = Math.max(1, Math.trunc(call.timeoutMs ?? limits.timeoutMs))
    const deadline = AbortSignal.timeout(timeoutMs)
    const exchangeLimits = {
      maxBytes: call.maxBytes ?? limits.maxBytes,
      maxHeaderBytes: limits.maxHeaderBytes,
      followsRedirects: call.followRedirects !== false,
      signal: AbortSignal.any([step.signal, deadline]),
    }
    let outgoing = outgoingOf(call, step)
    try {
      for (let hop = 0; ; hop++) {
        const answer = await exchange(outgoing, egress, exchangeLimits)
        const next = exchangeLimits.followsRedirects ? redirected(outgoing, answer) : undefined
        if (next === undefined) return answer
        if (hop === limits.maxRedirects) {
          throw new NodeFailure('TOO_MANY_REDIRECTS', `${outgoing.url.host} redirects again and again.`)
        }
        outgoing = next
      }
    } catch (error) {
      step.signal.throwIfAborted()
      if (deadline.aborted) throw new Retryable(`${outgoing.url.host} did not answer in ${timeoutMs} ms.`, 'TIMED_OUT')
      throw failureOf(error, outgoing.url.host)
    }
  }
}

function outgoingOf(call: HttpCall, { idempotencyKey, attempt }: Omit<StepOf, 'signal'>): Outgoing {
  const method = call.method.toUpperCase()
  if (!METHOD.test(method) || REFUSED_METHODS.has(method)) throw invalid(`${method.slice(0, 20)} is no method for this`)
  const url = URL.parse(call.url)
  if (url === null) throw invalid('the address is no URL')
  const headers: Record<string, string> = {
    accept: '*/*',
    'accept-encoding': ACCEPTED_ENCODINGS,
    'user-agent': 'millrace',
    'idempotency-key': idempotencyKey,
    'x-attempt': String(attempt),
    ...credentialsIn(url),
    ...checkedHeaders(call.headers ?? {}),
  }
  url.username = ''
  url.password = ''
  return { url, method, headers, body: call.body }
}

/** `https://name:password@host` is a way to write a header, and must not be seen in what is reported later. */
function credentialsIn({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {}
  try {
    const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
    return { authorization: `Basic ${Buffer.from(text).toString('base64')}` }
  } catch {
    throw invalid('the name or the password in the address is not encoded as it should be')
  }
}

/** Headers by name in lower case, without those that are not the caller's to say; INVALID_REQUEST for what cannot be sent. */
export function checkedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const checked = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  for (const [name, value] of checked) {
    try {
      validateHeaderName(name)
      validateHeaderValue(name, value)
    } catch {
      throw invalid(`the header ${JSON.stringify(name.slice(0, 100))} cannot be sent`)
    }
  }
  return Object.fromEntries(checked.filter(([name]) => !OWN_HEADERS.has(name)))
}

function invalid(what: string): NodeFailure {
  return new NodeFailure('INVALID_REQUEST', `The request cannot be made: ${what}.`)
}

/** Why there was no answer. Only the host is named: paths and queries may hold secrets. */
/** What zlib says of bytes that are not what they are said to be; of bytes that are missing it says something else. */
const UNPACKING = /^(Z_DATA_ERROR|Z_NEED_DICT|ERR__ERROR_FORMAT_\w+)$/

export function failureOf(error: unknown, host: string): NodeFailure {
  if (error instanceof NodeFailure) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  if (code === 'HPE_HEADER_OVERFLOW') return new NodeFailure('RESPONSE_TOO_LARGE', `${host} sent too many headers.`)
  if (UNPACKING.test(code)) {
    return new NodeFailure('RESPONSE_UNREADABLE', `${host} sent an answer that cannot be unpacked (${code}).`)
  }
  return new Retryable(`${host} could not be reached, or broke off (${code}).`, 'UPSTREAM_FAILED')
}
