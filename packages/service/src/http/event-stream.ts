/**
 * Server-Sent Events. A handler returns an `EventStream`; the rest (headers, heartbeat, the end of the connection, a
 * reader that does not read) is dealt with here.
 */
import type { ServerResponse } from 'node:http'
import type { Exchange } from './exchange.ts'

export interface StreamMessage {
  /** What a client names as `Last-Event-ID` to go on from here. */
  readonly id?: string | number
  readonly event: string
  /** JSON on one line. */
  readonly data: string
}

export interface StreamOut {
  /** Resolves when there is room for more. */
  send(message: StreamMessage): Promise<void>
  /** The same for events that somebody else has printed. */
  pass(printed: string): Promise<void>
  /** Aborts when the client has gone or the service stops. */
  readonly signal: AbortSignal
}

/** An answer that goes on. `run` ends it by returning. */
export class EventStream {
  readonly run: (out: StreamOut) => Promise<void>
  constructor(run: (out: StreamOut) => Promise<void>) {
    this.run = run
  }
}

const HEARTBEAT_MS = 15_000
/** A client that takes nothing for this long is let go; it can come back and name what it saw last. */
const PATIENCE_MS = 30_000

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
}

/** The streams that an application has open, so that they can be ended before it stops. */
export class OpenStreams {
  readonly #open = new Set<AbortController>()

  /** Ends all of them; their clients can come back and name what they saw last. */
  end(): void {
    for (const stream of this.#open) stream.abort()
  }

  /** Streams to a client until the handler, the client or the service has had enough, or `over` says that it is. */
  async send(exchange: Exchange, stream: EventStream, over: AbortSignal): Promise<void> {
    const { response } = exchange
    const gone = new AbortController()
    const leave = () => gone.abort()
    this.#open.add(gone)
    response.on('close', leave)
    response.on('error', leave)
    over.addEventListener('abort', leave)
    if (over.aborted) leave()
    exchange.sendHead(200, HEADERS)
    response.write(': hello\n\n')
    const heartbeat = setInterval(() => response.write(': still here\n\n'), HEARTBEAT_MS)
    try {
      const pass = (text: string) => write(response, text, gone)
      await stream.run({ signal: gone.signal, send: (message) => pass(printed(message)), pass })
    } finally {
      clearInterval(heartbeat)
      this.#open.delete(gone)
      response.end()
    }
  }
}

function printed({ id, event, data }: StreamMessage): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`
}

function write(response: ServerResponse, text: string, gone: AbortController): Promise<void> {
  if (gone.signal.aborted || response.write(text)) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      response.off('drain', done)
      gone.signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(() => response.destroy(), PATIENCE_MS)
    response.on('drain', done)
    gone.signal.addEventListener('abort', done)
  })
}
