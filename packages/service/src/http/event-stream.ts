/**
 * Server-Sent Events. A handler returns an `EventStream`; this file handles headers, heartbeats, disconnects and clients
 * that do not read.
 */
import type { Exchange } from './exchange.ts'
import { FileStream, sendFile, writePiece } from './file-stream.ts'

export interface StreamMessage {
  /** The id that a client sends as `Last-Event-ID` to continue after this event. */
  readonly id?: string | number
  readonly event: string
  /** JSON on one line. */
  readonly data: string
}

export interface StreamOut {
  /** Resolves when the client can take more. */
  send(message: StreamMessage): Promise<void>
  /** The same for events that are already serialised. */
  pass(printed: string): Promise<void>
  /** Aborts when the client disconnects or the service stops. */
  readonly signal: AbortSignal
}

/** A reply that is streamed. It ends when `run` returns. */
export class EventStream {
  readonly run: (out: StreamOut) => Promise<void>
  /** Of the reply to HEAD. */
  readonly headers = { 'content-type': 'text/event-stream' }
  constructor(run: (out: StreamOut) => Promise<void>) {
    this.run = run
  }
}

const HEARTBEAT_MS = 15_000

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
}

/** The open streams of an application; they are ended before it stops. */
export class OpenStreams {
  readonly #open = new Set<AbortController>()

  /** Ends all streams; clients can reconnect with their last event id. */
  end(): void {
    for (const stream of this.#open) stream.abort()
  }

  /** Streams until the handler returns, the client disconnects, the service stops, or `over` aborts. */
  async send(exchange: Exchange, stream: EventStream | FileStream, over: AbortSignal): Promise<void> {
    const { response } = exchange
    const gone = new AbortController()
    const leave = () => gone.abort()
    this.#open.add(gone)
    response.on('close', leave)
    response.on('error', leave)
    over.addEventListener('abort', leave)
    if (over.aborted) leave()
    try {
      if (stream instanceof FileStream) await sendFile(exchange, stream, gone.signal)
      else await sendEvents(exchange, stream, gone.signal)
    } finally {
      this.#open.delete(gone)
    }
  }
}

async function sendEvents(exchange: Exchange, stream: EventStream, signal: AbortSignal): Promise<void> {
  const { response } = exchange
  exchange.sendHead(200, HEADERS)
  response.write(': hello\n\n')
  const heartbeat = setInterval(() => response.write(': still here\n\n'), HEARTBEAT_MS)
  try {
    const pass = (text: string) => writePiece(response, text, signal)
    await stream.run({ signal, send: (message) => pass(printed(message)), pass })
  } finally {
    clearInterval(heartbeat)
    response.end()
  }
}

function printed({ id, event, data }: StreamMessage): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`
}
