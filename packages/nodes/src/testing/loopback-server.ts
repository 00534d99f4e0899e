/** The host `api.example` of the examples: a real server on the loopback interface that receives real requests. */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HttpAnswer, HttpCall } from '@millrace/model'

const HOST = 'https://api.example'

interface Reply {
  readonly status?: number
  readonly json?: unknown
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
}

const ROUTES: Readonly<Record<string, (request: IncomingMessage, body: string) => Reply>> = {
  '/orders/7': () => ({ json: { id: 7, state: 'open' } }),
  '/status': () => ({ text: 'All is well' }),
  '/missing': () => ({ status: 404, text: 'Not here' }),
  '/broken': () => ({ status: 503, text: 'Try again later' }),
  '/busy': () => ({ status: 429, text: 'Slow down' }),
  '/half-json': () => ({ text: '{"a":', headers: { 'content-type': 'application/problem+json' } }),
  '/old': () => ({ status: 302, text: '', headers: { location: '/status' } }),
  '/private': ({ headers }) => {
    const isAda = headers.authorization === `Basic ${Buffer.from('ada:secret').toString('base64')}`
    return isAda ? { text: 'Welcome, ada' } : { status: 401, text: 'Who are you?' }
  },
  '/echo': ({ method, headers }, body) => {
    const shown = ['accept', 'authorization', 'content-type', 'x-from'].filter((name) => headers[name] !== undefined)
    return { json: { method, ...Object.fromEntries(shown.map((name) => [name, headers[name]])), body } }
  },
}

let server: Server | undefined

export async function startLoopback(): Promise<void> {
  const started = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const reply: Reply | undefined = ROUTES[new URL(request.url ?? '/', HOST).pathname]?.(request, body)
    const { status = 200, json, text, headers } = reply ?? { status: 404, text: 'No route', headers: {} }
    const type = json === undefined ? 'text/plain' : 'application/json'
    response.writeHead(status, { 'content-type': type, ...headers })
    response.end(json === undefined ? text : JSON.stringify(json))
  })
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve))
  server = started
}

export async function stopLoopback(): Promise<void> {
  server?.closeAllConnections()
  await new Promise((resolve) => server?.close(resolve))
}

/** Transport headers, which examples omit. */
const ABOUT_TRAVEL = new Set(['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding'])

export async function loopbackHttp(call: HttpCall): Promise<HttpAnswer> {
  if (server === undefined) throw new Error('the loopback server has not been started')
  const { port } = server.address() as AddressInfo
  const answer = await fetch(call.url.replace(HOST, `http://127.0.0.1:${port}`), {
    method: call.method,
    headers: { ...call.headers },
    redirect: call.followRedirects === false ? 'manual' : 'follow',
    signal: AbortSignal.timeout(call.timeoutMs ?? 60_000),
    ...(call.body === undefined ? {} : { body: call.body }),
  })
  return {
    status: answer.status,
    headers: Object.fromEntries([...answer.headers].filter(([name]) => !ABOUT_TRAVEL.has(name))),
    body: await answer.text(),
    url: answer.url,
  }
}
