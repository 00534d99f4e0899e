/** An HTTP server on loopback for one test. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'

export interface LocalServer {
  readonly baseUrl: string
  readonly server: Server
  [Symbol.asyncDispose](): Promise<void>
}

export async function startServer(listener: RequestListener): Promise<LocalServer> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    baseUrl: `http://127.0.0.1:${address.port}/api/v1`,
    server,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}

/** Everything that an iterator yields. */
export async function allOf<T>(iterator: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const one of iterator) all.push(one)
  return all
}
