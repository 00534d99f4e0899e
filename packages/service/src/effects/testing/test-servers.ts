/** Servers on the loopback address for tests, with the behaviour that a test defines. */
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net'
import { afterEach } from 'vitest'
import { CERTIFICATE, CERTIFIED, KEY } from './certificate.ts'

/** Starts servers that are stopped after each test. */
export function servers() {
  const started = new Set<{ stop(): void }>()
  afterEach(() => {
    for (const server of started) server.stop()
    started.clear()
  })

  async function listening(server: Server | TcpServer): Promise<number> {
    const sockets = new Set<Socket>()
    server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    started.add({
      stop() {
        for (const socket of sockets) socket.destroy()
        server.close()
      },
    })
    return (server.address() as AddressInfo).port
  }

  return {
    /** Starts an HTTP server; returns `host:port`. */
    http: async (listener: RequestListener) => `127.0.0.1:${await listening(createServer(listener))}`,
    /** Starts an HTTPS server with the certificate of `secure.example`; returns `secure.example:port`. */
    https: async (listener: RequestListener) =>
      `${CERTIFIED}:${await listening(createHttpsServer({ key: KEY, cert: CERTIFICATE }, listener))}`,
    /** Starts a TCP server with any behaviour; returns `host:port`. */
    tcp: async (listener: (socket: Socket) => void) => `127.0.0.1:${await listening(createTcpServer(listener))}`,
  }
}
