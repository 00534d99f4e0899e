/** The `node:http` server: timeouts, connections and the listen address. `app.ts` handles the requests. */
import { lookup } from 'node:dns/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTcpServer, type Server as TcpServer } from 'node:net'
import { answerBrokenRequest } from './broken-request.ts'
import { isSocketUpgrade, routeUpgrades } from './websocket.ts'

const TIMES = {
  requestTimeout: 120_000,
  headersTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  // Longer than the idle timeout of the usual load balancers, so that they do not reuse a connection that we close.
  keepAliveTimeout: 72_000,
} as const

export interface HttpServerOptions {
  /** How long a connection may be open before its first byte. */
  readonly silentConnectionMs: number
  /** Resolves a host name; default: the system's resolver. */
  readonly addressesOf?: (host: string) => Promise<readonly string[]>
}

export interface ListenOptions {
  readonly port: number
  readonly host: string
}

/** The server and the ports that it listens on. */
export class HttpServer {
  readonly server: Server
  /** Handles the requests; may be replaced while the server listens. */
  handle: RequestListener
  /** Listens on further addresses of the host name and passes its connections to `server`. */
  readonly #alsoAt: TcpServer[] = []
  readonly #addressesOf: (host: string) => Promise<readonly string[]>

  constructor(handle: RequestListener, { silentConnectionMs, addressesOf = systemAddresses }: HttpServerOptions) {
    this.#addressesOf = addressesOf
    this.handle = handle
    const current: RequestListener = (request, response) => this.handle(request, response)
    // Node would reject a missing Host header and an unknown Expect with an empty response; the application rejects the
    // former with the common error body and ignores the latter, as HTTP allows.
    this.server = createServer({ ...TIMES, requireHostHeader: false, shouldUpgradeCallback: isSocketUpgrade }, current)
    this.server.on('checkExpectation', current)
    this.server.on('clientError', answerBrokenRequest)
    routeUpgrades(this.server, current)
    closeSilentConnections(this.server, silentConnectionMs)
  }

  async listen({ port, host }: ListenOptions): Promise<void> {
    await listenOn(this.server, port, host)
    if (host === 'localhost') await this.#listenOnOtherAddresses(host)
  }

  /** Stops listening; resolves when every open connection is closed. */
  async close(): Promise<void> {
    // A connection whose last response ends from now on closes with it; the idle ones close below.
    Object.assign(this.server, { keepAliveTimeout: 1, keepAliveTimeoutBuffer: 0 })
    await Promise.all([this.server, ...this.#alsoAt].map(closed))
  }

  /** `localhost` may have an IPv4 and an IPv6 address; clients may use either. */
  async #listenOnOtherAddresses(host: string): Promise<void> {
    const own = this.server.address()
    if (own === null || typeof own === 'string') return
    for (const address of await this.#addressesOf(host)) {
      if (address === own.address) continue
      const also = createTcpServer((socket) => this.server.emit('connection', socket))
      // The name may resolve to an address that this machine does not have.
      await listenOn(also, own.port, address).then(
        () => this.#alsoAt.push(also),
        () => undefined,
      )
    }
  }
}

async function systemAddresses(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address)
}

function listenOn(server: TcpServer, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** Ignores the error for a server that does not listen. */
function closed(server: TcpServer): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}

/** Node's timeouts start with the first byte; a connection without one would stay open forever. */
function closeSilentConnections(server: Server, silentMs: number): void {
  server.on('connection', (socket) => {
    const timer = setTimeout(() => {
      if (socket.bytesRead === 0) socket.destroy()
    }, silentMs)
    timer.unref()
    socket.once('close', () => clearTimeout(timer))
  })
}
