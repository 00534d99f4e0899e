/** A client whose requests are handled by a test function instead of the network. */
import { type Client, createClient } from '@millrace/client'

export interface SentRequest {
  readonly method: string
  /** Path relative to the base URL. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Headers
  /** Parsed JSON body, or undefined. */
  readonly body: unknown
  readonly signal: AbortSignal | null | undefined
}

export function clientWith(reply: (request: SentRequest) => Response | Promise<Response>, baseUrl = '/api/v1'): Client {
  return createClient({
    baseUrl,
    fetch: async (input, { method = 'GET', headers, body, signal } = {}) => {
      const url = new URL(String(input), 'http://localhost')
      const path = url.pathname.slice(baseUrl.length)
      const parsed: unknown = typeof body === 'string' ? JSON.parse(body) : undefined
      return reply({ method, path, query: url.searchParams, headers: new Headers(headers), body: parsed, signal })
    },
  })
}

/** Response with the data in the usual envelope. */
export function dataReply(data: unknown, headers: Record<string, string> = {}): Response {
  return Response.json({ success: true, data, message: '' }, { headers })
}

/** Error response of the service. */
export function refusalReply(status: number, code: string, error = code): Response {
  return Response.json({ success: false, error, code }, { status })
}
