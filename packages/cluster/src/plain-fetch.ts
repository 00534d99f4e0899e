/**
 * As much of `fetch` as the client of Restate uses, on `node:http`, without signals. A request is sent for every execution;
 * the global `fetch` took 8 % of the CPU time of an API process.
 */
import { Agent, type IncomingMessage, request } from 'node:http'

export interface PlainFetch {
  readonly fetch: typeof globalThis.fetch
  /** Closes the connections that are not in use. */
  close(): void
}

type Answer = Pick<Response, 'ok' | 'status' | 'headers' | 'text' | 'arrayBuffer'>

/** An unused connection is closed before a balancer would close it: a request on a closed connection fails. */
const IDLE_MS = 4_000

/** A request fails if its answer is not complete after `timeoutMs`. A signal would take more time for each request. */
export function plainFetch(timeoutMs: number): PlainFetch {
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS })
  const send = (url: string, { method = 'GET', headers, body }: RequestInit) => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const sent = request(url, { agent, method, headers: headers as Record<string, string> })
    sent.on('error', reject)
    sent.once('response', (response) => answerOf(response).then(resolve, reject))
    sent.end(body ?? undefined)
    const timer = setTimeout(() => sent.destroy(new Error(`No answer after ${timeoutMs} ms.`)), timeoutMs)
    return promise.finally(() => clearTimeout(timer))
  }
  return {
    fetch: (url, init = {}) => send(String(url), init) as Promise<Response>,
    close: () => agent.destroy(),
  }
}

async function answerOf(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = []
  await new Promise<void>((resolve, reject) => {
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.once('end', resolve)
    // Also if the connection ends before the answer does.
    response.on('error', reject)
  })
  const body = Buffer.concat(chunks)
  const { statusCode: status = 0 } = response
  return {
    ok: status >= 200 && status < 300,
    status,
    get headers() {
      return new Headers(response.headersDistinct as Record<string, never>)
    },
    text: async () => body.toString(),
    arrayBuffer: async () => new Uint8Array(body).buffer,
  }
}
