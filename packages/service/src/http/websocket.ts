/**
 * WebSockets (RFC 6455) that are written to and never read from: a route returns a `SocketStream`, after all that can be
 * refused has been refused as an ordinary HTTP answer. What clients send is checked, pings are answered, the rest is
 * passed over. A reader that does not keep up holds nobody: `send` waits, and after a while the connection is cut.
 */
import { createHash } from 'node:crypto'
import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { Problem } from '@millrace/model'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { EventStream, OpenStreams } from './event-stream.ts'
import { closeFrame, FrameReader, frameOf, type Incoming, OPCODES, ProtocolError } from './websocket-frames.ts'

export const CLOSE_CODES = { done: 1000, goingAway: 1001, failed: 1011, tryAgainLater: 1013 } as const

export interface SocketOut {
  /** Resolves when there is room for more. */
  send(text: string): Promise<void>
  /** Aborts when the client has gone or the service stops. */
  readonly signal: AbortSignal
}

/** Which code to close with, and why. */
export interface SocketEnd {
  readonly code: number
  readonly reason?: string
}

/** An answer that goes on over a WebSocket. What `run` gives ends it. */
export class SocketStream extends EventStream {
  readonly serve: (out: SocketOut) => Promise<SocketEnd>
  constructor(serve: (out: SocketOut) => Promise<SocketEnd>) {
    super(async () => {})
    this.serve = serve
  }
}

export interface SocketTimes {
  readonly heartbeatMs: number
  /** A client that takes nothing, or says nothing to a ping, for this long is let go. */
  readonly patienceMs: number
  /** How long a client may take to answer a close. */
  readonly closingMs: number
}

const TIMES: SocketTimes = { heartbeatMs: 15_000, patienceMs: 30_000, closingMs: 5_000 }
export const TOO_SLOW = 'You read too slowly.'
const STOPPING_MS = 500
const MAX_INCOMING = 64 * 1024
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

/** Whether a request asks for a WebSocket. Any other upgrade is passed over, as HTTP allows. */
export function isSocketUpgrade({ headers, method }: Pick<IncomingMessage, 'headers' | 'method'>): boolean {
  return method === 'GET' && /(^|,)\s*websocket\s*($|,)/i.test(headers.upgrade ?? '')
}

/** Refuses a request that cannot become a WebSocket; for routes that answer with one. */
export function refusePlain(headers: Readonly<Record<string, string | string[] | undefined>>): void {
  const bad = (message: string) => new Problem('VALIDATION_ERROR', { status: 400, message })
  if (!isSocketUpgrade({ method: 'GET', headers: headers as IncomingMessage['headers'] })) {
    throw bad('This address speaks WebSocket: ask for it with an Upgrade.')
  }
  if (headers['sec-websocket-version'] !== '13') throw bad('Only version 13 of the WebSocket protocol is spoken here.')
  if (!/^[\w+/]{22}==$/.test(String(headers['sec-websocket-key']))) throw bad('The Sec-WebSocket-Key is none.')
}

const sockets = new WeakMap<IncomingMessage, { readonly socket: Duplex; readonly head: Buffer }>()

/** Lets requests for a WebSocket go the way of all requests; what is refused is refused as it would be otherwise. */
export function routeUpgrades(app: FastifyInstance): void {
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Nobody else listens to a socket that was handed over; one that breaks must not end the process.
    socket.on('error', () => socket.destroy())
    if (isSocketUpgrade(request)) sockets.set(request, { socket, head })
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(socket as never)
    // Nothing is read as HTTP from a connection that wanted to become something else.
    response.on('finish', () => socket.end())
    app.routing(request, response)
  })
}

/** The streams of an application, WebSockets among them. */
export class AllStreams extends OpenStreams {
  readonly #open = new Set<AbortController>()
  /** Those that are open or being closed. */
  readonly #sockets = new Set<Duplex>()
  readonly #times: SocketTimes

  constructor(times: Partial<SocketTimes> = {}) {
    super()
    this.#times = { ...TIMES, ...times }
  }

  override end(): void {
    super.end()
    for (const stream of this.#open) stream.abort()
    // Whoever does not answer the goodbye must not hold up the stop.
    const destroy = () => {
      for (const socket of this.#sockets) socket.destroy()
    }
    setTimeout(destroy, Math.min(STOPPING_MS, this.#times.closingMs)).unref()
  }

  override async send(reply: FastifyReply, stream: EventStream, over: AbortSignal): Promise<void> {
    const request = reply.request.raw
    const taken = stream instanceof SocketStream ? sockets.get(request) : undefined
    if (!(stream instanceof SocketStream) || taken === undefined) return super.send(reply, stream, over)
    reply.hijack()
    sockets.delete(request)
    const { socket, head } = taken
    reply.raw.detachSocket(socket as never)
    socket.write(handshake(String(request.headers['sec-websocket-key']), reply.getHeaders()))
    const gone = new AbortController()
    over.addEventListener('abort', () => gone.abort())
    this.#open.add(gone)
    this.#sockets.add(socket)
    socket.on('close', () => this.#sockets.delete(socket))
    const connection = new Connection(socket, { times: this.#times, gone })
    if (head.length > 0) connection.take(head)
    try {
      const { code, reason } = await stream.serve({ signal: gone.signal, send: (text) => connection.send(text) })
      connection.close(gone.signal.aborted ? CLOSE_CODES.goingAway : code, reason)
    } catch (error) {
      connection.close(CLOSE_CODES.failed, 'Something went wrong here.')
      throw error
    } finally {
      this.#open.delete(gone)
    }
  }
}

/** The answer that turns a connection into a WebSocket. */
function handshake(key: string, headers: Readonly<Record<string, unknown>>): string {
  const accept = createHash('sha1')
    .update(key + GUID)
    .digest('base64')
  const own = Object.entries(headers).filter(([name]) => /^x-/.test(name))
  const lines = [
    'HTTP/1.1 101 Switching Protocols',
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Accept: ${accept}`,
    ...own.map(([name, value]) => `${name}: ${String(value)}`),
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

interface Around {
  readonly times: SocketTimes
  readonly gone: AbortController
}

/** One open WebSocket: heartbeat, pongs, the two halves of a close. */
class Connection {
  readonly #socket: Duplex
  readonly #gone: AbortController
  readonly #times: SocketTimes
  readonly #reader = new FrameReader(MAX_INCOMING)
  readonly #heartbeat: NodeJS.Timeout
  /** Heartbeats since something was last heard. */
  #quiet = 0
  #isClosing = false

  constructor(socket: Duplex, { times, gone }: Around) {
    this.#socket = socket
    this.#times = times
    this.#gone = gone
    this.#heartbeat = setInterval(() => this.#beat(), times.heartbeatMs)
    this.#heartbeat.unref()
    socket.on('data', (chunk: Buffer) => this.take(chunk))
    socket.on('end', () => this.#left())
    socket.on('close', () => this.#left())
    gone.signal.addEventListener('abort', () => this.close(CLOSE_CODES.goingAway))
  }

  take(chunk: Buffer): void {
    if (this.#isClosing && this.#socket.destroyed) return
    this.#quiet = 0
    try {
      for (const incoming of this.#reader.read(chunk)) this.#hear(incoming)
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
      this.close(error.code, error.message)
      this.#left()
    }
  }

  #hear(incoming: Incoming): void {
    if (incoming.kind === 'ping' && !this.#isClosing) this.#socket.write(frameOf(OPCODES.pong, incoming.data))
    if (incoming.kind !== 'close') return
    // Either it answers our close, or we answer its.
    this.close(incoming.code ?? CLOSE_CODES.done)
    this.#socket.end()
    this.#left()
  }

  send(text: string): Promise<void> {
    const { signal } = this.#gone
    if (signal.aborted || this.#isClosing || this.#socket.write(frameOf(OPCODES.text, Buffer.from(text))))
      return Promise.resolve()
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        this.#socket.off('drain', done)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(() => {
        this.close(CLOSE_CODES.tryAgainLater, TOO_SLOW)
        this.#left()
      }, this.#times.patienceMs)
      this.#socket.on('drain', done)
      signal.addEventListener('abort', done)
    })
  }

  /** Says goodbye and gives the client a moment to say so too. Fine to call twice. */
  close(code: number, reason = ''): void {
    if (this.#isClosing) return
    this.#isClosing = true
    clearInterval(this.#heartbeat)
    if (this.#socket.destroyed) return
    this.#socket.write(closeFrame(code, reason))
    const timer = setTimeout(() => this.#socket.destroy(), this.#times.closingMs)
    timer.unref()
    this.#socket.on('close', () => clearTimeout(timer))
  }

  #beat(): void {
    const { patienceMs, heartbeatMs } = this.#times
    if (this.#quiet++ * heartbeatMs > patienceMs) this.#socket.destroy()
    else this.#socket.write(frameOf(OPCODES.ping, Buffer.alloc(0)))
  }

  #left(): void {
    clearInterval(this.#heartbeat)
    this.#gone.abort()
  }
}
