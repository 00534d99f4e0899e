/** One request and its response, without redirects. Every outgoing request is sent from here. */
import { type ClientRequest, type IncomingMessage, request as overHttp, type RequestOptions } from 'node:http'
import type { Socket } from 'node:net'
import type { HttpAnswer } from '@millrace/model'
import { type ResponseHead, readBody } from './body.ts'
import { type ConnectionPool, isPoolable } from './connection-pool.ts'
import type { Egress } from './egress.ts'
import { type Outgoing, portOf } from './outgoing.ts'
import { exchangeOn, StaleConnection } from './pooled-exchange.ts'
import { isRedirect } from './redirect.ts'
import { joinedHeaders } from './response-headers.ts'

export interface SendLimits {
  readonly maxHeaderBytes: number
  /** Aborts the exchange at any point. */
  readonly signal: AbortSignal
  /** Called when the connection is open, before anything is sent. */
  readonly onConnected?: () => void
}

export interface ExchangeLimits {
  readonly maxBytes: number
  /** Whether the caller follows redirects; their bodies are not read then. */
  readonly followsRedirects: boolean
  readonly signal: AbortSignal
  /** Connections are reused only for the same workflow. */
  readonly workflow: string
}

/** Loaded with the first encrypted request, so that it does not delay the start. */
const overHttps = (options: RequestOptions) => process.getBuiltinModule('node:https').request(options)

/** Sends a request that the policy allows and reads the whole response; throws the errors of Node or the policy. */
export async function exchange(outgoing: Outgoing, pool: ConnectionPool, limits: ExchangeLimits): Promise<HttpAnswer> {
  if (isPoolable(outgoing) && pool.egress.proxyFor(outgoing.url) === undefined) {
    try {
      const connection = await pool.take(limits.workflow, outgoing.url)
      return await exchangeOn(connection, outgoing, limits)
    } catch (error) {
      if (!(error instanceof StaleConnection)) throw error
      if (limits.signal.aborted) throw error.cause
    }
  }
  return exchangeAlone(outgoing, pool, limits)
}

/** The exchange on a connection of its own, which is closed after it. */
async function exchangeAlone(outgoing: Outgoing, pool: ConnectionPool, limits: ExchangeLimits): Promise<HttpAnswer> {
  const { egress, maxHeaderBytes } = pool
  const answer = await send(outgoing, egress, { maxHeaderBytes, signal: limits.signal })
  try {
    const head = headOf(answer, outgoing.method)
    const isSkipped = limits.followsRedirects && isRedirect(head)
    const body = isSkipped ? '' : await readBody(answer, head, limits.maxBytes)
    // A body without a length also ends when the connection is aborted: it may be incomplete.
    limits.signal.throwIfAborted()
    return { status: head.status, headers: head.headers, body, url: outgoing.url.href }
  } finally {
    // Also if reading was stopped: the server may send forever.
    answer.destroy()
  }
}

/** Sends a request that the policy allows; the caller reads or destroys the body of the response. */
export async function send(outgoing: Outgoing, egress: Egress, limits: SendLimits): Promise<IncomingMessage> {
  egress.check(outgoing.url)
  const { url, method, body } = outgoing
  const port = portOf(url)
  const proxy = egress.proxyFor(url)
  // The proxy resolves the name again; one that may not be called is rejected before the proxy gets it.
  if (proxy !== undefined) await egress.checkAddresses(url.hostname, port)
  const options: RequestOptions = {
    method,
    hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port,
    path: `${url.pathname}${url.search}`,
    headers: { ...outgoing.headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
    ...(proxy === undefined ? { lookup: egress.lookupFor(port), agent: false } : { agent: proxy }),
    maxHeaderSize: limits.maxHeaderBytes,
    signal: limits.signal,
  }
  return answered(options, { ...limits, body, url })
}

interface Attempt extends SendLimits {
  readonly body: string | undefined
  readonly url: URL
}

function answered(options: RequestOptions, { body, url, onConnected }: Attempt): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const isEncrypted = url.protocol === 'https:'
    const request: ClientRequest = isEncrypted ? overHttps(options) : overHttp(options)
    if (onConnected !== undefined) {
      request.once('socket', (socket) => {
        // A tunnel through a proxy is open before the request gets it.
        if (isOpen(socket)) onConnected()
        else socket.once(isEncrypted ? 'secureConnect' : 'connect', onConnected)
      })
    }
    request.once('error', reject)
    // Handles every end without a response.
    request.once('upgrade', (_, socket) => socket.destroy())
    let isAnswered = false
    request.once('close', () => {
      // Every request closes at some point; creating an error takes as long as sending a small request.
      if (!isAnswered) reject(Object.assign(new Error('no answer'), { code: 'NO_ANSWER' }))
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

function isOpen(socket: Socket & { readonly secureConnecting?: boolean }): boolean {
  return !socket.connecting && socket.secureConnecting !== true
}

/** Status and headers of a response. */
export function headOf(answer: IncomingMessage, method: string): ResponseHead {
  return { method, status: answer.statusCode ?? 0, headers: joinedHeaders(answer.headers) }
}
