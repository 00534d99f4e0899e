/** One request and its answer, no redirects: the only place from which anything is sent. */
import { type IncomingMessage, request as overHttp, type RequestOptions } from 'node:http'
import type { HttpAnswer } from '@millrace/model'
import { readBody } from './body.ts'
import type { Egress } from './egress.ts'
import type { Outgoing } from './outgoing.ts'
import { isRedirect } from './redirect.ts'

export interface SendLimits {
  readonly maxHeaderBytes: number
  /** Ends the exchange, wherever it is. */
  readonly signal: AbortSignal
  /** Called when there is a connection, before anything was sent. */
  readonly onConnected?: () => void
}

export interface ExchangeLimits extends SendLimits {
  readonly maxBytes: number
  /** Whether redirects will be followed; their bodies are not read then. */
  readonly followsRedirects: boolean
}

/** Loaded with the first encrypted request: a start has none. */
const overHttps = (options: RequestOptions) => process.getBuiltinModule('node:https').request(options)

const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/** Sends a request to whom the policy allows and reads the whole answer; fails with what Node or the policy throws. */
export async function exchange(outgoing: Outgoing, egress: Egress, limits: ExchangeLimits): Promise<HttpAnswer> {
  const answer = await send(outgoing, egress, limits)
  try {
    const head = { status: answer.statusCode ?? 0, headers: headersOf(answer) }
    const isSkipped = limits.followsRedirects && isRedirect(head)
    const body = isSkipped ? '' : await readBody(answer, limits.maxBytes)
    // A body without a length ends with its connection, whoever ended that: half of one would pass for the whole.
    limits.signal.throwIfAborted()
    return { ...head, body, url: outgoing.url.href }
  } finally {
    // Also when reading was given up: the other side may send for ever.
    answer.destroy()
  }
}

/** Sends a request to whom the policy allows; the body of the answer is the caller's to read, and to destroy. */
export async function send(outgoing: Outgoing, egress: Egress, limits: SendLimits): Promise<IncomingMessage> {
  egress.check(outgoing.url)
  const { url, method, body } = outgoing
  const port = url.port === '' ? PORTS[url.protocol] : Number(url.port)
  const options: RequestOptions = {
    method,
    hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port,
    path: `${url.pathname}${url.search}`,
    headers: { ...outgoing.headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
    lookup: egress.lookupFor(port ?? 0),
    maxHeaderSize: limits.maxHeaderBytes,
    signal: limits.signal,
    // A connection of its own each time: none is ever found half dead, or shared between two workflows.
    agent: false,
  }
  return new Promise((resolve, reject) => {
    const isEncrypted = url.protocol === 'https:'
    const request = isEncrypted ? overHttps(options) : overHttp(options)
    const { onConnected } = limits
    if (onConnected !== undefined) {
      request.once('socket', (socket) => socket.once(isEncrypted ? 'secureConnect' : 'connect', onConnected))
    }
    request.once('error', reject)
    // Whatever happens instead of an answer; after one, this says nothing any more.
    request.once('upgrade', (_, socket) => socket.destroy())
    request.once('close', () => reject(Object.assign(new Error('no answer'), { code: 'NO_ANSWER' })))
    request.once('response', (answer) => {
      // Errors of the answer are told to whoever reads it; those of the request have no listener left then.
      request.on('error', () => {})
      resolve(answer)
    })
    request.end(body)
  })
}

/** Several headers of one name are joined as the standard says. */
export function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )
}
