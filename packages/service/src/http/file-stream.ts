/** A file that is read and sent piece by piece, so that its size does not matter. */
import type { ServerResponse } from 'node:http'
import type { Exchange } from './exchange.ts'

/** Returned by a handler whose route declares the media type. */
export class FileStream {
  readonly type: string
  /** Not called for HEAD. Ends early when the signal aborts. */
  readonly pieces: (signal: AbortSignal) => AsyncIterable<string>

  readonly headers: Readonly<Record<string, string>>

  constructor(
    type: string,
    name: string,
    pieces: (signal: AbortSignal) => AsyncIterable<string>,
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.type = type
    this.pieces = pieces
    this.headers = {
      ...headers,
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    }
  }
}

/** A client that reads nothing for this long is disconnected. */
const PATIENCE_MS = 30_000

/** Resolves when the client can take more, or is gone. */
export function writePiece(response: ServerResponse, text: string, gone: AbortSignal): Promise<void> {
  if (gone.aborted || response.write(text)) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      response.off('drain', done)
      gone.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(() => response.destroy(), PATIENCE_MS)
    response.on('drain', done)
    gone.addEventListener('abort', done)
  })
}

/**
 * Sends the head with the first piece, so that an error before it becomes an error response. A file that cannot be
 * completed ends with a broken connection, because a client would take a regular end for the whole file.
 */
export async function sendFile(exchange: Exchange, { pieces, headers }: FileStream, gone: AbortSignal): Promise<void> {
  const { response } = exchange
  try {
    for await (const piece of pieces(gone)) {
      if (!response.headersSent) exchange.sendHead(200, headers)
      await writePiece(response, piece, gone)
      gone.throwIfAborted()
    }
    gone.throwIfAborted()
    if (!response.headersSent) exchange.sendHead(200, headers)
    response.end()
  } catch (error) {
    if (!response.headersSent && !gone.aborted) throw error
    response.destroy()
    if (!gone.aborted) throw error
  }
}
