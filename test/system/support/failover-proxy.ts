/** A reverse proxy in front of several services: sends a request to the next one if a service is not ready. */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FailoverProxy extends AsyncDisposable {
  readonly origin: string
  /** How often a request was sent again. */
  readonly retries: () => number
}

/** Connections to each service that are kept open. */
export const MAX_CONNECTIONS = 8
const PAUSE_MS = 25
const GIVE_UP_MS = 60_000

/** `ports` may change while it runs. Like nginx and Caddy, it repeats only requests that were not processed. */
export async function startFailoverProxy(ports: readonly number[]): Promise<FailoverProxy> {
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS })
  let preferred = 0
  let retries = 0

  const forward = (from: IncomingMessage, to: ServerResponse, body: Buffer, since = Date.now()): void => {
    const at = preferred
    const { method, url: path, headers } = from
    const next = (status: number) => {
      if (Date.now() - since > GIVE_UP_MS) return void to.writeHead(status).end()
      retries += 1
      if (preferred === at) preferred = (at + 1) % ports.length
      setTimeout(() => forward(from, to, body, since), PAUSE_MS)
    }
    const sent = request({ port: ports[at], host: '127.0.0.1', method, path, headers, agent }, (answer) => {
      if (answer.statusCode === 503 && answer.headers['retry-after'] !== undefined) {
        answer.resume()
        return next(503)
      }
      to.writeHead(answer.statusCode ?? 0, passedOn(answer.headers))
      answer.pipe(to)
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') next(502)
      else if (to.headersSent) to.destroy()
      else to.writeHead(502).end(JSON.stringify({ error: String(error) }))
    })
    sent.end(body)
  }

  const server = createServer((from, to) => {
    const chunks: Buffer[] = []
    from.on('data', (chunk: Buffer) => chunks.push(chunk))
    from.on('end', () => forward(from, to, Buffer.concat(chunks)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    retries: () => retries,
    async [Symbol.asyncDispose]() {
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The headers without those of the connection. */
function passedOn({
  connection: _,
  'keep-alive': __,
  'transfer-encoding': ___,
  ...headers
}: IncomingMessage['headers']) {
  return headers
}
