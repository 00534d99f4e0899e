/**
 * A small server with the API of the public example runtime, including its gaps: detail bodies, no stream, no top-level
 * error, wrapped results, executions in memory only.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Json = Record<string, unknown>

export interface ExampleExecution {
  status: string
  nodes: Record<string, Json>
  results: unknown
}

export interface ExampleRuntime extends AsyncDisposable {
  readonly url: string
  readonly executions: Map<string, ExampleExecution>
  /** The requests, as `GET /path`, with the body. */
  readonly asked: { readonly what: string; readonly body: unknown; readonly headers: IncomingMessage['headers'] }[]
  /** Responds to everything with this status. */
  broken: number | undefined
  /** Number of requests that get this status. */
  brokenAnswers: number
  errors: string[]
}

export async function exampleRuntime(): Promise<ExampleRuntime> {
  const executions = new Map<string, ExampleExecution>()
  const asked: ExampleRuntime['asked'] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const body = text === '' ? undefined : (JSON.parse(text) as Json)
    asked.push({ what: `${request.method} ${request.url}`, body, headers: request.headers })
    if (runtime.broken !== undefined) {
      send(response, runtime.broken, { detail: 'Internal Server Error' })
      runtime.brokenAnswers -= 1
      if (runtime.brokenAnswers === 0) runtime.broken = undefined
      return
    }
    answer(request, body, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const runtime: ExampleRuntime = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    executions,
    asked,
    broken: undefined,
    brokenAnswers: Number.POSITIVE_INFINITY,
    errors: [],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return runtime

  function answer({ method, url = '' }: IncomingMessage, body: Json | undefined, response: ServerResponse): void {
    const [, , id = '', action] = url.split('/')
    const found = executions.get(decodeURIComponent(id))
    if (url === '/health')
      return send(response, 200, { status: 'healthy', version: '9.9', runtime: 'example', uptime: 1 })
    if (url === '/agents') return send(response, 200, [{ name: 'a', description: null }])
    if (url === '/tools') return send(response, 200, [{ name: 't', description: 'T', inputs: [{ title: 'x' }] }])
    if (url === '/flows/validate')
      return send(response, 200, { valid: runtime.errors.length === 0, errors: runtime.errors })
    if (url === '/flows/execute') return submit(body, response)
    if (found === undefined) return send(response, 404, { detail: 'Execution not found' })
    if (action === 'cancel') {
      if (found.status !== 'running') return send(response, 409, { detail: 'Not running' })
      found.status = 'canceled'
      return send(response, 200, { success: true, message: 'ok' })
    }
    if (action === 'results') {
      if (found.status !== 'success') return send(response, 404, { detail: 'No results' })
      return send(response, 200, { execution_id: id, status: found.status, results: found.results })
    }
    send(response, method === 'GET' ? 200 : 405, { execution_id: id, status: found.status, node_statuses: found.nodes })
  }

  function submit(body: Json | undefined, response: ServerResponse): void {
    if (runtime.errors.length > 0) return send(response, 400, { detail: { errors: runtime.errors } })
    const id = `exec-${executions.size}`
    const flow = body?.flow as { nodes: { name: string }[] }
    const nodes = Object.fromEntries(flow.nodes.map(({ name }) => [name, { status: 'queued', execution_count: 0 }]))
    executions.set(id, { status: 'running', nodes, results: {} })
    send(response, 200, { execution_id: id, status: 'running' })
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
