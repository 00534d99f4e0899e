/** One request and its response, without redirects. Every outgoing request is sent from here. */
import { type ClientRequest, type IncomingMessage, request as overHttp, type RequestOptions } from 'node:http'
import type { HttpAnswer } from '@millrace/model'
import { readBody } from './body.ts'
import type { ConnectionPool, PooledOptions } from './connection-pool.ts'
import type { Egress } from './egress.ts'
import type { Outgoing } from './outgoing.ts'
import { isRedirect } from './redirect.ts'

export interface SendLimits {
  readonly maxHeaderBytes: number
  /** Aborts the exchange at any point. */
  readonly signal: AbortSignal
  /** Called when the connection is open, before anything is sent; only without a pool. */
  readonly onConnected?: () => void
  /** Connections to reuse; without it every request has its own. */
  readonly pool?: ConnectionPool
  readonly poolKey?: string
}

export interface ExchangeLimits extends SendLimits {
  readonly maxBytes: number
  /** Whether the caller follows redirects; their bodies are not read then. */
  readonly followsRedirects: boolean
}

/** Loaded with the first encrypted request, so that it does not delay the start. */
const overHttps = (options: RequestOptions) => process.getBuiltinModule('node:https').request(options)

const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/** Sends a request that the policy allows and reads the whole response; throws the errors of Node or the policy. */
export async function exchange(outgoing: Outgoing, egress: Egress, limits: ExchangeLimits): Promise<HttpAnswer> {
  const answer = await send(outgoing, egress, limits)
  try {
    const head = { status: answer.statusCode ?? 0, headers: headersOf(answer) }
    const isSkipped = limits.followsRedirects && isRedirect(head)
    const body = isSkipped ? '' : await readBody(answer, limits.maxBytes)
    // A body without a length also ends when the connection is aborted: it may be incomplete.
    limits.signal.throwIfAborted()
    return { ...head, body, url: outgoing.url.href }
  } finally {
    // Also if reading was stopped: the server may send forever.
    answer.destroy()
  }
}

/** Sends a request that the policy allows; the caller reads or destroys the body of the response. */
export async function send(outgoing: Outgoing, egress: Egress, limits: SendLimits): Promise<IncomingMessage> {
  egress.check(outgoing.url)
  const { url, method, body } = outgoing
  const port = url.port === '' ? PORTS[url.protocol] : Number(url.port)
  const options: PooledOptions = {
    method,
    hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port,
    path: `${url.pathname}${url.search}`,
    headers: { ...outgoing.headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
    lookup: egress.lookupFor(port ?? 0),
    maxHeaderSize: limits.maxHeaderBytes,
    signal: limits.signal,
    agent: limits.pool?.agentFor(method, url.protocol) ?? false,
    poolKey: limits.poolKey ?? '',
  }
  const once = (agent: RequestOptions['agent']) => answered({ ...options, agent }, { ...limits, body, url })
  try {
    return await once(options.agent)
  } catch (error) {
    if (!(error instanceof StaleConnection)) throw error
    if (limits.signal.aborted) throw error.cause
    return once(false)
  }
}

/** The server closed a reused connection before it responded. */
class StaleConnection extends Error {}

interface Attempt extends SendLimits {
  readonly body: string | undefined
  readonly url: URL
}

function answered(options: PooledOptions, { body, url, onConnected }: Attempt): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const isEncrypted = url.protocol === 'https:'
    const request: ClientRequest = isEncrypted ? overHttps(options) : overHttp(options)
    if (onConnected !== undefined) {
      request.once('socket', (socket) => socket.once(isEncrypted ? 'secureConnect' : 'connect', onConnected))
    }
    const fail = (error: Error) => reject(request.reusedSocket ? new StaleConnection('', { cause: error }) : error)
    request.once('error', fail)
    // Handles every end without a response.
    request.once('upgrade', (_, socket) => socket.destroy())
    let isAnswered = false
    request.once('close', () => {
      // Every request closes at some point; creating an error takes as long as sending a small request.
      if (!isAnswered) fail(Object.assign(new Error('no answer'), { code: 'NO_ANSWER' }))
    })
    request.once('response', (answer) => {
      isAnswered = true
      // The reader of the response gets its errors; an error of the request must not be unhandled then.
      request.on('error', () => {})
      resolve(answer)
    })
    request.end(body)
  })
}

/** Joins several headers of one name as the standard defines. */
export function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )
}
