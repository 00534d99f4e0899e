/** A server of one text on an address of its own: the metrics. It has no authentication, so its address must be private. */
import type { AddressInfo } from 'node:net'
import { hostRule } from '../platform/hosts.ts'
import { SECURITY_HEADERS } from './response-headers.ts'
import { HttpServer, type ListenOptions } from './server.ts'

export interface TextListenerOptions extends ListenOptions {
  readonly path: string
  readonly allowedHost: readonly string[]
  /** The text and its content type. */
  readonly text: () => Promise<{ readonly type: string; readonly body: string }>
  readonly onFailure: (error: unknown) => void
}

export interface TextListener {
  readonly address: string
  close(): Promise<void>
}

const SILENT_CONNECTION_MS = 30_000

export async function listenForText(options: TextListenerOptions): Promise<TextListener> {
  const { host, port, path, allowedHost } = options
  const isAllowedHost = hostRule({ host, allowedHost })
  const replyTo = async (method: string, url: string, hostHeader: string) => {
    if (isAllowedHost !== undefined && !isAllowedHost(hostHeader)) return failure(403, 'This host is not allowed.')
    if (url.split('?')[0] !== path) return failure(404, `Only ${path} is served here.`)
    if (method !== 'GET' && method !== 'HEAD') return failure(405, 'Only GET is allowed.')
    return { status: 200, ...(await options.text()) }
  }
  const http = new HttpServer(
    (request, response) => {
      const { method = 'GET', url = '/', headers } = request
      replyTo(method, url, headers.host ?? '')
        .catch((error: unknown) => {
          options.onFailure(error)
          return failure(500, 'See the log of the service.')
        })
        .then(({ status, type, body }) => {
          response.writeHead(status, { ...SECURITY_HEADERS, 'content-type': type }).end(method === 'HEAD' ? '' : body)
        })
    },
    { silentConnectionMs: SILENT_CONNECTION_MS },
  )
  await http.listen({ host, port })
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${(http.server.address() as AddressInfo).port}${path}`,
    async close() {
      const closed = http.close()
      http.server.closeAllConnections()
      await closed
    },
  }
}

function failure(status: number, message: string) {
  return { status, type: 'text/plain; charset=utf-8', body: `${message}\n` }
}
