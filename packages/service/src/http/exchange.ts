/** One request and its response. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'

export interface ExchangeOptions {
  readonly id: string
  readonly headers: OutgoingHttpHeaders
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
  readonly #isLast: () => boolean

  constructor(request: IncomingMessage, response: ServerResponse, { id, headers, isLast }: ExchangeOptions) {
    this.request = request
    this.response = response
    this.id = id
    this.headers = headers
    this.#isLast = isLast
  }

  get method(): string {
    return this.request.method ?? 'GET'
  }

  get url(): string {
    return this.request.url ?? '/'
  }

  /** The remote address. */
  get from(): string {
    return this.request.socket.remoteAddress ?? ''
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
    headers['content-length'] = Buffer.byteLength(body)
    this.response.writeHead(status, headers)
    if (this.method === 'HEAD') this.response.end()
    else this.response.end(body)
  }

  /** Sends the head of a response; the caller writes the body, if any. */
  sendHead(status: number, own: OutgoingHttpHeaders): void {
    this.response.writeHead(status, { ...this.headers, ...own })
  }
}
