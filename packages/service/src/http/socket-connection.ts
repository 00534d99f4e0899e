/**
 * One open WebSocket to a client that only receives: heartbeat, back-pressure, and limits on what the client sends. The
 * `ws` library implements the protocol. Messages of clients are ignored, so their limits are low.
 */
import type { ServerOptions, WebSocket } from 'ws'

export const CLOSE_CODES = { done: 1000, goingAway: 1001, policy: 1008, failed: 1011, tryAgainLater: 1013 } as const

export const TOO_SLOW = 'The client reads too slowly.'
const TOO_MANY_FRAMES = 'Too many frames per second.'

export interface SocketTimes {
  readonly heartbeatMs: number
  /** A client that reads nothing, or does not answer pings, for this long is disconnected. */
  readonly patienceMs: number
  /** How long a client may take to answer a close frame. */
  readonly closingMs: number
}

export const SOCKET_TIMES: SocketTimes = { heartbeatMs: 15_000, patienceMs: 30_000, closingMs: 5_000 }

/** Limits on what a client may send; `ws` closes with 1009 (payload) or 1008 (fragments) beyond them. */
export const RECEIVE_LIMITS = {
  maxPayload: 4 * 1024,
  maxFragments: 16,
  maxBufferedChunks: 64,
  perMessageDeflate: false,
  // Pongs are sent by `Connection`, which checks the queue of unsent bytes first.
  autoPong: false,
} as const satisfies ServerOptions

/** Messages, pings and pongs that a client may send within a second. */
export const MAX_FRAMES_PER_SECOND = 100
/** `send` waits once this many bytes are queued for the client. */
const SEND_QUEUE_BYTES = 64 * 1024
/** No ping or pong is sent while more unsent bytes than this are queued. */
export const CONTROL_QUEUE_BYTES = 16 * 1024
/** Maximum length of a reason in a close frame. */
const MAX_REASON_BYTES = 123

export interface ConnectionOptions {
  readonly times: SocketTimes
  /** Aborted when the client disconnects or violates a limit; aborting it closes the connection. */
  readonly gone: AbortController
}

export class Connection {
  readonly #socket: WebSocket
  readonly #gone: AbortController
  readonly #times: SocketTimes
  readonly #heartbeat: NodeJS.Timeout
  #heartbeatsUnanswered = 0
  #framesInSecond = 0
  #isClosing = false

  constructor(socket: WebSocket, { times, gone }: ConnectionOptions) {
    this.#socket = socket
    this.#times = times
    this.#gone = gone
    this.#heartbeat = setInterval(() => this.#beat(), times.heartbeatMs)
    this.#heartbeat.unref()
    socket.on('message', () => this.#received())
    socket.on('pong', () => this.#received())
    socket.on('ping', (data) => {
      this.#received()
      if (!this.#isClosing && socket.bufferedAmount <= CONTROL_QUEUE_BYTES) socket.pong(data)
    })
    // `ws` has already closed the connection with the right code.
    socket.on('error', () => this.#left())
    socket.on('close', () => this.#left())
    gone.signal.addEventListener('abort', () => this.close(CLOSE_CODES.goingAway))
  }

  /** Bytes that are queued for the client. */
  get queuedBytes(): number {
    return this.#socket.bufferedAmount
  }

  /** Resolves when the client can take more, or has disconnected. */
  send(text: string): Promise<void> {
    const { signal } = this.#gone
    if (signal.aborted || this.#isClosing) return Promise.resolve()
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
      this.#socket.send(text, done)
      if (this.#socket.bufferedAmount < SEND_QUEUE_BYTES) return done()
      signal.addEventListener('abort', done)
      timer = setTimeout(() => {
        this.close(CLOSE_CODES.tryAgainLater, TOO_SLOW)
        this.#left()
      }, this.#times.patienceMs)
    })
  }

  /** Starts the closing handshake and disconnects if the client does not complete it. May be called twice. */
  close(code: number, reason = ''): void {
    if (this.#isClosing) return
    this.#isClosing = true
    clearInterval(this.#heartbeat)
    this.#socket.close(code, shortened(reason))
    const timer = setTimeout(() => this.#socket.terminate(), this.#times.closingMs)
    timer.unref()
    this.#socket.on('close', () => clearTimeout(timer))
  }

  #received(): void {
    this.#heartbeatsUnanswered = 0
    if (this.#framesInSecond === 0) {
      const startNextSecond = () => {
        this.#framesInSecond = 0
      }
      setTimeout(startNextSecond, 1000).unref()
    }
    if (++this.#framesInSecond <= MAX_FRAMES_PER_SECOND || this.#isClosing) return
    this.close(CLOSE_CODES.policy, TOO_MANY_FRAMES)
    // Stop reading: further frames of the client are not parsed.
    this.#socket.pause()
    this.#left()
  }

  #beat(): void {
    const { patienceMs, heartbeatMs } = this.#times
    if (this.#heartbeatsUnanswered++ * heartbeatMs > patienceMs) this.#socket.terminate()
    else if (this.#socket.bufferedAmount <= CONTROL_QUEUE_BYTES) this.#socket.ping()
  }

  #left(): void {
    clearInterval(this.#heartbeat)
    this.#gone.abort()
  }
}

/** Shortens a text between characters so that it fits into a close frame. */
function shortened(reason: string): string {
  let text = reason
  while (Buffer.byteLength(text) > MAX_REASON_BYTES) text = text.slice(0, -1)
  return text
}
