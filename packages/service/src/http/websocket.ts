/**
 * WebSockets that the service writes to and never reads from. A route returns a `SocketStream` after everything that
 * can be refused has been refused as an ordinary HTTP reply; only then is the connection upgraded.
 */
import { type IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { Problem } from '@millrace/model'
import type { WebSocket, WebSocketServer } from 'ws'
import { EventStream, OpenStreams } from './event-stream.ts'
import type { Exchange } from './exchange.ts'
import { CLOSE_CODES, Connection, RECEIVE_LIMITS, SOCKET_TIMES, type SocketTimes } from './socket-connection.ts'

export interface SocketOut {
  /** Resolves when there is room for more. */
  send(text: string): Promise<void>
  /** Aborts when the client has gone or the service stops. */
  readonly signal: AbortSignal
}

/** The code to close with, and the reason. */
export interface SocketEnd {
  readonly code: number
  readonly reason?: string
}

/** A reply that continues over a WebSocket. `serve` ends it by returning. */
export class SocketStream extends EventStream {
  readonly serve: (out: SocketOut) => Promise<SocketEnd>
  constructor(serve: (out: SocketOut) => Promise<SocketEnd>) {
    super(async () => {})
    this.serve = serve
  }
}

const STOPPING_MS = 500

/** Whether a request asks for a WebSocket. Any other upgrade is ignored, as HTTP allows. */
export function isSocketUpgrade({ headers, method }: Pick<IncomingMessage, 'headers' | 'method'>): boolean {
  return method === 'GET' && headers.upgrade?.trim().toLowerCase() === 'websocket'
}

/** Refuses a request that cannot become a WebSocket; for routes that reply with one. */
export function refusePlain(headers: Readonly<Record<string, string | string[] | undefined>>): void {
  const bad = (message: string) => new Problem('VALIDATION_ERROR', { status: 400, message })
  if (!isSocketUpgrade({ method: 'GET', headers: headers as IncomingMessage['headers'] })) {
    throw bad('This address is a WebSocket: request it with "Upgrade: websocket".')
  }
  if (headers['sec-websocket-version'] !== '13') throw bad('Sec-WebSocket-Version must be 13.')
  if (!/^[\w+/]{22}==$/.test(String(headers['sec-websocket-key']))) throw bad('Invalid Sec-WebSocket-Key header.')
}

interface Taken {
  readonly socket: Duplex
  readonly head: Buffer
}

const upgrades = new WeakMap<IncomingMessage, Taken>()

/** Routes requests for a WebSocket like all others, so that a refusal has the common form. */
export function routeUpgrades(server: Server, handle: RequestListener): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Node removes its own listeners from an upgraded socket; without one, an error would end the process.
    socket.on('error', () => socket.destroy())
    if (isSocketUpgrade(request)) upgrades.set(request, { socket, head })
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(socket as never)
    // A connection whose upgrade was refused is closed: what follows on it need not be HTTP.
    response.on('finish', () => socket.end())
    handle(request, response)
  })
}

/** The streams of an application, WebSockets among them. */
export class AllStreams extends OpenStreams {
  readonly #open = new Set<AbortController>()
  /** Sockets that are open or being closed. */
  readonly #sockets = new Set<WebSocket>()
  readonly #times: SocketTimes
  #server: Promise<WebSocketServer> | undefined

  constructor(times: Partial<SocketTimes> = {}) {
    super()
    this.#times = { ...SOCKET_TIMES, ...times }
  }

  override end(): void {
    super.end()
    for (const stream of this.#open) stream.abort()
    // A client that does not complete the closing handshake must not delay the stop.
    const terminate = () => {
      for (const socket of this.#sockets) socket.terminate()
    }
    setTimeout(terminate, Math.min(STOPPING_MS, this.#times.closingMs)).unref()
  }

  override async send(exchange: Exchange, stream: EventStream, over: AbortSignal): Promise<void> {
    const taken = stream instanceof SocketStream ? upgrades.get(exchange.request) : undefined
    if (!(stream instanceof SocketStream) || taken === undefined) return super.send(exchange, stream, over)
    const socket = await this.#upgraded(exchange, taken)
    const gone = new AbortController()
    this.#open.add(gone)
    const connection = new Connection(socket, { times: this.#times, gone })
    const leave = () => gone.abort()
    if (over.aborted) leave()
    over.addEventListener('abort', leave)
    try {
      const { code, reason } = await stream.serve({ signal: gone.signal, send: (text) => connection.send(text) })
      connection.close(gone.signal.aborted ? CLOSE_CODES.goingAway : code, reason)
    } catch (error) {
      connection.close(CLOSE_CODES.failed, 'Internal server error.')
      throw error
    } finally {
      over.removeEventListener('abort', leave)
      this.#open.delete(gone)
    }
  }

  async #upgraded({ request, response, headers }: Exchange, { socket, head }: Taken): Promise<WebSocket> {
    upgrades.delete(request)
    const server = await this.#webSocketServer()
    response.detachSocket(socket as never)
    const addHeaders = (lines: string[]) => {
      for (const [name, value] of Object.entries(headers)) {
        if (name.startsWith('x-')) lines.push(`${name}: ${String(value)}`)
      }
    }
    let opened: WebSocket | undefined
    // The upgrade is synchronous: this listener sees this request only.
    server.on('headers', addHeaders)
    server.handleUpgrade(request, socket, head, (made) => {
      opened = made
    })
    server.off('headers', addHeaders)
    if (opened === undefined) throw new Error('the connection could not be upgraded')
    return this.#kept(opened)
  }

  #kept(socket: WebSocket): WebSocket {
    this.#sockets.add(socket)
    socket.on('close', () => this.#sockets.delete(socket))
    return socket
  }

  /** Loaded with the first WebSocket: a start does not need it. */
  #webSocketServer(): Promise<WebSocketServer> {
    this.#server ??= import('ws').then(
      ({ WebSocketServer: Server }) =>
        new Server({ noServer: true, clientTracking: false, handleProtocols: () => false, ...RECEIVE_LIMITS }),
    )
    return this.#server
  }
}
