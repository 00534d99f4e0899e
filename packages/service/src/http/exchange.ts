/** One request and its response. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { WriteScope } from '@millrace/store'
import type { Caller } from '../platform/caller.ts'

export interface ExchangeOptions {
  readonly id: string
  readonly headers: OutgoingHttpHeaders
  /** The address of the client; default: that of the connection. */
  readonly from?: string
  /** True if the connection must not be used again after this response. */
  readonly isLast: () => boolean
}

/** A response that is sent at once. */
export interface WholeResponse {
  readonly status: number
  readonly type: string
  readonly body: string | Uint8Array
  readonly extras: { readonly headers?: Readonly<OutgoingHttpHeaders> }
}

export class Exchange {
  readonly id: string
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Headers of every response. */
  readonly headers: OutgoingHttpHeaders
  /** The address of the client. */
  readonly from: string
  /** The operation of its route, once the route is known. */
  operation: string | undefined
  /** Once the caller is known. */
  caller: Caller | undefined
  /** The execution that it started or is about. */
  execution: string | undefined
  /** What its handler has written, once that has begun. */
  writes: WriteScope | undefined
  /** Whether the response is an event stream or a WebSocket. */
  isStream = false
  /** Called when its WebSocket has ended; the response of an upgraded request is never closed. */
  onUpgradeEnd: (() => void) | undefined
  readonly #isLast: () => boolean

  constructor(request: IncomingMessage, response: ServerResponse, { id, headers, from, isLast }: ExchangeOptions) {
    this.request = request
    this.response = response
    this.id = id
    this.headers = headers
    this.from = from ?? request.socket.remoteAddress ?? ''
    this.#isLast = isLast
  }

  get method(): string {
    return this.request.method ?? 'GET'
  }

  get url(): string {
    return this.request.url ?? '/'
  }

  /** Sends the whole response. */
  send({ status, type, body, extras }: WholeResponse): void {
    const headers: OutgoingHttpHeaders = { ...this.headers, 'content-type': type, ...extras.headers }
    const { vary } = this.headers
    if (vary !== undefined && extras.headers?.vary !== undefined) headers.vary = `${vary}, ${extras.headers.vary}`
    if (this.#isLast()) headers.connection = 'close'
    if (status === 204 || status === 304) {
      delete headers['content-type']
      this.response.writeHead(status, headers).end()
      return
    }
    const length = Buffer.byteLength(body)
    headers['content-length'] = length
    this.response.writeHead(status, headers)
    if (this.method === 'HEAD') this.response.end()
    // A text of as many bytes as characters is ASCII, and Node.js writes Latin-1 faster than UTF-8.
    else if (typeof body === 'string' && body.length === length) this.response.end(body, 'latin1')
    else this.response.end(body)
  }

  /** Sends the head of a response; the caller writes the body, if any. */
  sendHead(status: number, own: OutgoingHttpHeaders): void {
    this.response.writeHead(status, { ...this.headers, ...own })
  }
}
