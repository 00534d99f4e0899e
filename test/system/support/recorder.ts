/** A server on this machine that nodes call, and that remembers every call with its idempotency key. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Call {
  readonly key: string
  /** Of the step, as `X-Attempt` has it. */
  readonly attempt: number
  readonly method: string
  /** Milliseconds since the epoch, by the clock that the service goes by too. */
  readonly at: number
}

/** What an idempotency key is made of. */
export interface KeyParts {
  readonly execution: string
  readonly node: string
  readonly scope: string
}

export interface Recorder extends AsyncDisposable {
  readonly origin: string
  /** By execution. */
  readonly calls: Map<string, Call[]>
}

export function partsOf(key: string): KeyParts {
  const [execution = '', node = '', ...rest] = key.split(':')
  return { execution, node, scope: rest.join(':') }
}

/**
 * `/work?n=…` answers `{n}` after that many milliseconds or after the promise, `/flaky` does so from the second attempt on
 * and is busy before, `/broken` is not there.
 */
export async function startRecorder(slowness: () => number | Promise<void>): Promise<Recorder> {
  const calls = new Map<string, Call[]>()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const key = String(request.headers['idempotency-key'] ?? '')
    const attempt = Number(request.headers['x-attempt'])
    const { execution } = partsOf(key)
    const own = calls.get(execution) ?? []
    calls.set(execution, own)
    own.push({ key, attempt, method: request.method ?? '', at: Date.now() })
    request.resume()
    const status = url.pathname === '/broken' ? 404 : url.pathname === '/flaky' && attempt < 2 ? 503 : 200
    const answer = () => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ n: Number(url.searchParams.get('n') ?? 0) }))
    }
    const delay = slowness()
    if (typeof delay === 'number') setTimeout(answer, delay)
    else void delay.then(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    calls,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
