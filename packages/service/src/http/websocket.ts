/**
 * WebSockets that the service writes to and never reads from. A route returns a `SocketStream` after all checks, so that
 * errors are ordinary HTTP responses; only then is the connection upgraded.
 */
import { type IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { Problem } from '@millrace/model'
import type { WebSocket, WebSocketServer } from 'ws'
import { EventStream, OpenStreams } from './event-stream.ts'
import type { Exchange } from './exchange.ts'
import { CLOSE_CODES, Connection, RECEIVE_LIMITS, SOCKET_TIMES, type SocketTimes } from './socket-connection.ts'

export interface SocketOut {
  /** Resolves when the client can take more. */
  send(text: string): Promise<void>
  /** Aborts when the client disconnects or the service stops. */
  readonly signal: AbortSignal
}

/** The code to close with, and the reason. */
export interface SocketEnd {
  readonly code: number
  readonly reason?: string
}

/** A reply over a WebSocket. It ends when `serve` returns. */
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

/** Throws if a request cannot become a WebSocket; for routes that reply with one. */
export function requireUpgrade(headers: Readonly<Record<string, string | string[] | undefined>>): void {
  const bad = (message: string) => new Problem('VALIDATION_ERROR', { status: 400, message })
  if (!isSocketUpgrade({ method: 'GET', headers: headers as IncomingMessage['headers'] })) {
    throw bad('This address is a WebSocket: request it with "Upgrade: websocket".')
  }
  if (headers['sec-websocket-version'] !== '13') throw bad('Sec-WebSocket-Version must be 13.')
  if (!/^[\w+/]{22}==$/.test(String(headers['sec-websocket-key']))) throw bad('Invalid Sec-WebSocket-Key header.')
}

interface PendingUpgrade {
  readonly socket: Duplex
  readonly head: Buffer
}

const upgrades = new WeakMap<IncomingMessage, PendingUpgrade>()

/** Routes WebSocket requests like all others, so that errors have the common form. */
export function routeUpgrades(server: Server, handle: RequestListener): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Node removes its own listeners from an upgraded socket; without one, an error would end the process.
    socket.on('error', () => socket.destroy())
    if (isSocketUpgrade(request)) upgrades.set(request, { socket, head })
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(socket as never)
    // Close the connection if the upgrade is rejected: the following bytes need not be HTTP.
    response.on('finish', () => socket.end())
    handle(request, response)
  })
}

/** The streams of an application, including WebSockets. */
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
    const pending = stream instanceof SocketStream ? upgrades.get(exchange.request) : undefined
    if (!(stream instanceof SocketStream) || pending === undefined) return super.send(exchange, stream, over)
    const socket = await this.#upgraded(exchange, pending)
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
      exchange.onUpgradeEnd?.()
    }
  }

  async #upgraded({ request, response, headers }: Exchange, { socket, head }: PendingUpgrade): Promise<WebSocket> {
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

  /** Loaded with the first WebSocket, so that it does not delay the start. */
  #webSocketServer(): Promise<WebSocketServer> {
    this.#server ??= import('ws').then(
      ({ WebSocketServer: Server }) =>
        new Server({ noServer: true, clientTracking: false, handleProtocols: () => false, ...RECEIVE_LIMITS }),
    )
    return this.#server
  }
}
