/** One request and its response on a pooled connection. */
import { Readable } from 'node:stream'
import type { HttpAnswer } from '@millrace/model'
import type { Dispatcher } from 'undici'
import { checkDeclaredLength, isPacked, type ResponseHead, readBody, textOf, tooLarge } from './body.ts'
import type { Connection } from './connection-pool.ts'
import type { Outgoing } from './outgoing.ts'
import { isRedirect } from './redirect.ts'
import { joinedHeaders } from './response-headers.ts'

/** The request has to be sent again on a new connection; `cause` is the error of this one. */
export class StaleConnection extends Error {}

export interface PooledLimits {
  readonly maxBytes: number
  readonly followsRedirects: boolean
  readonly signal: AbortSignal
}

/** Sends the request and reads the whole response. Throws StaleConnection if there was none on a reused connection. */
export function exchangeOn(connection: Connection, outgoing: Outgoing, limits: PooledLimits): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    if (limits.signal.aborted) {
      connection.close()
      return reject(limits.signal.reason)
    }
    const { url, method, headers } = outgoing
    const handler = new Exchange({ connection, outgoing, limits, resolve, reject })
    connection.client.dispatch({ path: `${url.pathname}${url.search}`, method, headers }, handler)
  })
}

interface Parts {
  readonly connection: Connection
  readonly outgoing: Outgoing
  readonly limits: PooledLimits
  readonly resolve: (answer: HttpAnswer) => void
  readonly reject: (error: unknown) => void
}

class Exchange implements Dispatcher.DispatchHandler {
  readonly #parts: Parts
  readonly #pieces: Buffer[] = []
  #bytes = 0
  #head: ResponseHead | undefined
  /** Passes a compressed body on to its decompression. */
  #packed: Readable | undefined
  #isSettled = false
  #isReleased = false
  readonly #onAbort = () => this.#fail(this.#parts.limits.signal.reason)

  constructor(parts: Parts) {
    this.#parts = parts
    parts.limits.signal.addEventListener('abort', this.#onAbort, { once: true })
  }

  onRequestStart(): void {}

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    received: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    // Informational responses come before the final one.
    if (status < 200) return
    const { outgoing, limits, connection } = this.#parts
    const head = { method: outgoing.method, status, headers: joinedHeaders(received) }
    this.#head = head
    if (limits.followsRedirects && isRedirect(head)) {
      this.#finish('')
      connection.close()
      return
    }
    try {
      checkDeclaredLength(head, limits.maxBytes)
      if (isPacked(head)) this.#unpack(head, controller)
    } catch (error) {
      this.#fail(error)
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, piece: Buffer): void {
    if (this.#packed !== undefined) {
      if (!this.#packed.push(piece)) controller.pause()
      return
    }
    this.#bytes += piece.length
    if (this.#bytes > this.#parts.limits.maxBytes) this.#fail(tooLarge(this.#parts.limits.maxBytes))
    else this.#pieces.push(piece)
  }

  onResponseEnd(): void {
    this.#isReleased = true
    this.#parts.connection.release()
    if (this.#packed !== undefined) this.#packed.push(null)
    else if (this.#head !== undefined) this.#finish(textOf(this.#pieces, this.#head))
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#fail(this.#head === undefined && this.#needsNewConnection(error) ? asStale(error) : known(error))
  }

  /** The client treats "100 Continue" as an error; on a connection of its own the request gets through. */
  #needsNewConnection(error: Error): boolean {
    return this.#parts.connection.isReused || error.message === 'bad response'
  }

  #unpack(head: ResponseHead, controller: Dispatcher.DispatchController): void {
    const packed = new Readable({ read: () => controller.resume() })
    this.#packed = packed
    readBody(packed, head, this.#parts.limits.maxBytes).then(
      (text) => this.#finish(text),
      (error: unknown) => this.#fail(error),
    )
  }

  #finish(body: string): void {
    const { limits, outgoing, resolve } = this.#parts
    if (this.#head === undefined || !this.#settle()) return
    limits.signal.removeEventListener('abort', this.#onAbort)
    const { status, headers } = this.#head
    resolve({ status, headers, body, url: outgoing.url.href })
  }

  /** Rejects, and closes the connection unless another request may have it already: the server may send forever. */
  #fail(error: unknown): void {
    const { connection, limits, reject } = this.#parts
    if (!this.#settle()) return
    limits.signal.removeEventListener('abort', this.#onAbort)
    reject(error)
    this.#packed?.destroy()
    if (!this.#isReleased) connection.close()
  }

  /** True for the first call. */
  #settle(): boolean {
    if (this.#isSettled) return false
    this.#isSettled = true
    return true
  }
}

function asStale(error: Error): StaleConnection {
  return new StaleConnection('', { cause: known(error) })
}

/** The codes of the client's errors, written as those of Node.js. */
const CODES: Readonly<Record<string, string>> = {
  UND_ERR_HEADERS_OVERFLOW: 'HPE_HEADER_OVERFLOW',
  UND_ERR_SOCKET: 'ECONNRESET',
  UND_ERR_DESTROYED: 'ECONNRESET',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'ECONNRESET',
}

function known(error: Error): Error {
  const code = 'code' in error ? CODES[String(error.code)] : undefined
  return code === undefined ? error : Object.assign(new Error(error.message, { cause: error }), { code })
}
