/**
 * Keeps connections open for the next request of the same workflow to the same origin. The egress policy checked the
 * address when a connection was opened, so each policy has its own pool. Only safe methods reuse a connection: if the
 * server has closed it meanwhile, the request is sent again on a new one, which must not happen to a POST.
 */
import { connect, isIP, type Socket, type TcpNetConnectOpts } from 'node:net'
import type { buildConnector, Client } from 'undici'
import type { Egress } from './egress.ts'
import { portOf } from './outgoing.ts'

/** Common servers close idle connections after five seconds. */
const IDLE_MS = 4000
/** Idle connections of one workflow to one origin. */
const MAX_IDLE = 100

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether a request may use a pooled connection. */
export function isPoolable(request: { readonly method: string; readonly body: string | undefined }): boolean {
  return SAFE_METHODS.has(request.method) && request.body === undefined
}

type ClientClass = typeof Client
let clientClass: ClientClass | undefined

/** Loaded with the first request, so that it does not delay the start. */
async function loadClient(): Promise<ClientClass> {
  clientClass = (await import('undici/lib/dispatcher/client.js')).default
  return clientClass
}

/** The connections of one workflow to one origin. */
interface Origin {
  readonly key: string
  readonly url: URL
  readonly idle: Connection[]
  /** Idle or in use. */
  readonly open: Set<Connection>
  /** Shortens the handshake of the next encrypted connection. */
  session: Buffer | undefined
}

/** One connection: it is opened with its first request and never again. */
export class Connection {
  readonly #pool: ConnectionPool
  readonly #origin: Origin
  readonly client: Client
  #socket: Socket | undefined
  #isClosed = false
  /** The server may have closed a reused connection since its last response. */
  isReused = false

  constructor(pool: ConnectionPool, origin: Origin, ClientOf: ClientClass) {
    this.#pool = pool
    this.#origin = origin
    this.client = new ClientOf(origin.url.origin, {
      connect: (options, connected) => this.#open(options, connected),
      maxHeaderSize: pool.maxHeaderBytes,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      // Every request has a timeout for all of it.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    this.client.on('disconnect', () => this.close())
  }

  /** Makes the connection available to the next request. */
  release(): void {
    this.isReused = true
    if (this.#isClosed) return
    if (this.#origin.idle.length < MAX_IDLE) this.#origin.idle.push(this)
    else this.close()
  }

  /** Closes the connection; a request on it fails. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#pool.forget(this, this.#origin)
    // First without an error, whose stack would be printed; the client also does not know an unconnected socket.
    this.#socket?.destroy()
    this.client.destroy(null, () => {})
  }

  /** The policy checks each address that a name has, and the socket connects to a checked address. */
  #open({ hostname }: buildConnector.Options, connected: buildConnector.Callback): void {
    const port = portOf(this.#origin.url)
    const target = { host: hostname, port, lookup: this.#pool.egress.lookupFor(port), noDelay: true }
    const isEncrypted = this.#origin.url.protocol === 'https:'
    const socket = isEncrypted ? encrypted(target, this.#origin) : connect(target)
    this.#socket = socket
    const fail = (error: Error) => connected(error, null)
    socket.once('error', fail)
    socket.once(isEncrypted ? 'secureConnect' : 'connect', () => {
      socket.off('error', fail)
      connected(null, socket)
    })
  }
}

function encrypted(target: TcpNetConnectOpts & { readonly host: string }, origin: Origin): Socket {
  const socket = process.getBuiltinModule('node:tls').connect({
    ...target,
    // An address is not allowed as a server name.
    servername: isIP(target.host) === 0 ? target.host : '',
    ...(origin.session && { session: origin.session }),
    ALPNProtocols: ['http/1.1'],
  })
  return socket.on('session', (session) => {
    origin.session = session
  })
}

export class ConnectionPool {
  readonly egress: Egress
  readonly maxHeaderBytes: number
  readonly #origins = new Map<string, Origin>()

  constructor(egress: Egress, maxHeaderBytes: number) {
    this.egress = egress
    this.maxHeaderBytes = maxHeaderBytes
  }

  /** An idle connection of the workflow to the origin of the URL, else a new one; throws EGRESS_DENIED. */
  async take(workflow: string, url: URL): Promise<Connection> {
    const ClientOf = clientClass ?? (await loadClient())
    const key = `${url.origin} ${workflow}`
    let origin = this.#origins.get(key)
    const idle = origin?.idle.pop()
    if (idle !== undefined) return idle
    if (origin === undefined) {
      // The policy depends only on the origin, and an origin is kept while it has connections.
      this.egress.check(url)
      origin = { key, url: new URL(url.origin), idle: [], open: new Set(), session: undefined }
      this.#origins.set(key, origin)
    }
    const connection = new Connection(this, origin, ClientOf)
    origin.open.add(connection)
    return connection
  }

  /** Called by a connection when it closes. */
  forget(connection: Connection, origin: Origin): void {
    const at = origin.idle.indexOf(connection)
    if (at >= 0) origin.idle.splice(at, 1)
    origin.open.delete(connection)
    if (origin.open.size === 0) this.#origins.delete(origin.key)
  }

  /** Closes all connections; requests on them fail. */
  close(): void {
    for (const { open } of [...this.#origins.values()]) for (const connection of [...open]) connection.close()
  }
}
