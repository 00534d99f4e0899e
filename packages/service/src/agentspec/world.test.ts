/** External access of flows: tools over HTTP, MCP servers, and their limits. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { text as said, speaksMcp, speaksSse } from '../effects/mcp/testing/mcp-server.ts'
import { type TestService, testService } from '../testing/test-service.ts'
import { chain, clientOf, text, tool } from './testing/flows.ts'

const seen: { readonly method: string; readonly url: string; readonly body: string; readonly headers: object }[] = []
/** Begins the body of failed responses. */
let bodyStart = ''
let server: Server
let port: number
let service: TestService
let client: ReturnType<typeof clientOf>
beforeAll(async () => {
  const served = { tools: [{ name: 'm' }], call: async (_: string, { x }: { x?: unknown }) => said(`heard ${x}`) }
  const [speak, speakOlder] = [speaksMcp(served), speaksSse(served)]
  server = createServer(async (request, response) => {
    if (request.url === '/mcp') return void speak(request, response)
    if (/^\/(sse|messages)\b/.test(request.url ?? '')) return void speakOlder(request, response)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    seen.push({ method: request.method ?? '', url: request.url ?? '', body, headers: request.headers })
    const isBad = request.url?.startsWith('/bad')
    response
      .writeHead(isBad ? 500 : 200, { 'x-reason': 'stock', 'set-cookie': 'session=1' })
      .end(
        isBad
          ? `${bodyStart}no ${request.headers.authorization} ${'x'.repeat(20_000)}`
          : JSON.stringify({ y: `got ${request.headers.authorization}` }),
      )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  service = await testService({ flags: ['--egress-allow', `127.0.0.1:${port}`] })
  client = clientOf(service)
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  server.close()
})

const using = (of: unknown) => chain([tool('use', of as string, [text('x')], [text('y')])], [text('x')], [text('y')])

async function register(name: string, implementation: object): Promise<void> {
  const body = { name, inputs: [text('x')], outputs: [text('y')], implementation: { kind: 'http', ...implementation } }
  expect((await client.call('POST', '/agentspec/tools', body)).status).toBe(201)
}

async function run(flow: unknown): Promise<Record<string, unknown>> {
  const id = await client.start(flow, { x: 'a b' })
  const record = await client.over(id)
  return record.status === 'completed' ? (await client.results(id)).body : record
}

test('an HTTP tool receives its arguments as JSON or query with an idempotency key, and its secret is masked', async () => {
  const headers = { authorization: 'Bearer hush-hush-hush' }
  await register('post', { url: `http://127.0.0.1:${port}/tool`, headers })
  await register('get', { url: `http://127.0.0.1:${port}/tool?z=1`, method: 'GET' })
  const given = await run(using('post'))
  expect(given.y).toMatch(/^got /)
  expect(JSON.stringify(given)).not.toContain('hush')
  expect(await run(using('get'))).toEqual({ y: 'got undefined' })
  expect(seen).toMatchObject([
    {
      method: 'POST',
      body: '{"x":"a b"}',
      headers: { authorization: 'Bearer hush-hush-hush', 'idempotency-key': expect.stringMatching(/:1$/) },
    },
    { method: 'GET', url: '/tool?z=1&x=a+b' },
  ])
})

test('an error status and a blocked address fail the flow', async () => {
  await register('bad', { url: `http://127.0.0.1:${port}/bad` })
  expect(await run(using('bad'))).toMatchObject({
    status: 'failed',
    error: 'The tool "bad" failed with HTTP status 500.',
  })
  await register('closed', { url: 'http://127.0.0.1:1/' })
  expect(await run(using('closed'))).toMatchObject({ status: 'failed' })
  const remote = {
    component_type: 'remote_tool',
    name: 'r',
    endpoint: 'http://169.254.169.254/x',
    method: 'GET',
    inputs: [text('x')],
    outputs: [text('y')],
  }
  expect(await run(using(remote))).toMatchObject({ status: 'failed', nodes: { use: { status: 'failed' } } })
})

test('the failed response of a tool is shown with status, headers and 10 kB of the body, without its secret', async () => {
  const headers = { authorization: 'Bearer hush-hush-hush' }
  await register('refuses', { url: `http://127.0.0.1:${port}/bad`, headers })
  const id = await client.start(using('refuses'), { x: 'a' })
  await client.over(id)
  const { body } = await client.call('GET', `/pipelines/${id}`)
  const response = {
    status: 500,
    headers: expect.objectContaining({ 'x-reason': 'stock', 'set-cookie': '***' }),
    body: expect.stringMatching(/^no .{1,40} x{10000,10240}…$/),
    body_characters: expect.any(Number),
  }
  expect(body.jobs).toContainEqual(expect.objectContaining({ error_code: 'HTTP_STATUS', error_details: { response } }))
  expect(JSON.stringify(body)).not.toContain('hush')
})

test('a secret across the cut of a failed response leaves no part of it', async () => {
  const secret = 'hush-hush-hush'
  await register('cuts', { url: `http://127.0.0.1:${port}/bad`, headers: { authorization: `Bearer ${secret}` } })
  try {
    // The first character of the secret is the last one shown, then more of them.
    for (let shown = 1; shown < secret.length; shown++) {
      bodyStart = '.'.repeat(10_239 - 'no Bearer '.length - shown)
      const id = await client.start(using('cuts'), { x: 'a' })
      await client.over(id)
      const { body } = await client.call('GET', `/pipelines/${id}`)
      const failed = JSON.stringify(body.jobs)
      expect(failed).toContain('"body":"...')
      expect(failed).not.toMatch(/h(u(s(h-?)?)?)?…"/)
    }
  } finally {
    bodyStart = ''
  }
})

const mcp = (client_transport: object) => ({
  component_type: 'mcp_tool',
  name: 'm',
  inputs: [text('x')],
  outputs: [text('y')],
  client_transport: { name: 't', ...client_transport },
})

test.each([
  ['StreamableHTTPTransport', '/mcp'],
  ['SSETransport', '/sse'],
])('calls a tool of an MCP server (%s)', async (component_type, path) => {
  const url = `http://127.0.0.1:${port}${path}`
  const given = await run(using(mcp({ component_type, url })))
  expect(given).toEqual({ y: expect.stringContaining('heard a b') })
})

test('a flow with a stdio transport is rejected', async () => {
  const flow = using(mcp({ component_type: 'StdioTransport', command: 'touch', args: ['/tmp/never'] }))
  const { status, body } = await client.call('POST', '/agentspec/flows/execute', { flow, inputs: { x: 'x' } })
  expect([status, body.error]).toEqual([422, expect.stringContaining('StdioTransport')])
})
