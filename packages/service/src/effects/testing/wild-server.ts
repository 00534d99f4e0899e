/** Servers on the loopback address for tests: what a kind or hostile other side does with a connection. */
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net'
import { afterEach } from 'vitest'

/** Starts servers that are gone after each test. */
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
    /** A server that answers HTTP; gives `host:port`. */
    http: async (listener: RequestListener) => `127.0.0.1:${await listening(createServer(listener))}`,
    /** A server that does with the bare connection what it likes; gives `host:port`. */
    tcp: async (listener: (socket: Socket) => void) => `127.0.0.1:${await listening(createTcpServer(listener))}`,
  }
}
