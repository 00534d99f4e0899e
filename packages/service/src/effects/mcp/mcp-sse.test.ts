/** MCP servers of the older SSE transport: an event stream, and an address for messages. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { NodeFailure } from '@millrace/model'
import { afterEach, expect, test } from 'vitest'
import type { Log } from '../../platform/ports.ts'
import { createEgress } from '../http/egress.ts'
import { LOOPBACK } from '../testing/http-client.ts'
import { servers } from '../testing/test-servers.ts'
import { createMcp, type Mcp, type McpNeeds } from './mcp.ts'
import { type Served, speaksSse, text } from './testing/mcp-server.ts'

const { http } = servers()
const made: Mcp[] = []
afterEach(async () => {
  await Promise.all(made.splice(0).map((mcp) => mcp.close()))
})

const silent = () => {}
const log: Log = { debug: silent, info: silent, warn: silent, error: silent }
const user = { signal: new AbortController().signal, workflow: '' }

function client(limits: McpNeeds['limits'] = {}, allow: readonly string[] = LOOPBACK): Mcp {
  const mcp = createMcp({ egress: createEgress(allow), allowStdio: false, log, limits })
  made.push(mcp)
  return mcp
}

/** A server, and the responses of its streams. */
async function serving(served: Served) {
  const speak = speaksSse(served)
  const streams: ServerResponse[] = []
  const asked: IncomingMessage[] = []
  const host = await http(((request, response) => {
    asked.push(request)
    if (request.method === 'GET') streams.push(response)
    void speak(request, response)
  }) as RequestListener)
  return { config: { transport: 'sse', url: `http://${host}/sse` }, streams, asked }
}

async function answering(answer: (response: ServerResponse) => void) {
  return { transport: 'sse', url: `http://${await http(((_, response) => answer(response)) as RequestListener)}/sse` }
}

async function failure(promise: Promise<unknown>): Promise<Pick<NodeFailure, 'code' | 'message' | 'retryable'>> {
  return promise.then(
    () => expect.unreachable(),
    ({ code, message, retryable }: NodeFailure) => ({ code, message, retryable }),
  )
}

test('lists its tools and calls them, with the headers on every request', async () => {
  const { config, asked } = await serving({
    tools: [{ name: 'a' }, { name: 'b' }],
    pageSize: 1,
    call: async (name, { x }) => text(`${name} heard ${x}`),
  })
  const tools = await client().tools({ ...config, headers: { authorization: 'Bearer hush-hush-hush' } }, user)
  expect(tools.map(({ name }) => name)).toEqual(['a', 'b'])
  expect(await tools[1]?.call({ x: 1 })).toBe('b heard 1')
  expect(new Set(asked.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer hush-hush-hush']))
})

test('a lost stream fails the running call, and the next call opens a new stream', async () => {
  const calls: string[] = []
  const { config, streams } = await serving({
    tools: [{ name: 'it' }],
    call: async () => {
      calls.push('call')
      if (calls.length > 1) return text('again')
      streams[0]?.destroy()
      return new Promise(() => {})
    },
  })
  const mcp = client()
  const [tool] = await mcp.tools(config, user)
  expect(await failure(Promise.resolve(tool?.call({})))).toMatchObject({ code: 'UPSTREAM_FAILED', retryable: true })
  const [again] = await mcp.tools(config, user)
  expect(await again?.call({})).toBe('again')
  expect(streams).toHaveLength(2)
})

test('an event over the limit fails the call; many small ones on one stream do not', async () => {
  const { config } = await serving({
    tools: [{ name: 'it' }],
    call: async (_, { size }) => text('x'.repeat(Number(size))),
  })
  const [tool] = await client({ maxBytes: 20_000 }).tools(config, user)
  for (let call = 0; call < 5; call++) expect(await tool?.call({ size: 9_000 })).toHaveLength(9_000)
  expect(await failure(Promise.resolve(tool?.call({ size: 100_000 })))).toMatchObject({ code: 'RESPONSE_TOO_LARGE' })
})

test('reports what is wrong with the address', async () => {
  const unauthorized = await answering((response) => response.writeHead(401).end())
  expect(await failure(client().tools(unauthorized, user))).toMatchObject({
    code: 'UPSTREAM_FAILED',
    message: expect.stringContaining('401'),
    retryable: false,
  })
  const page = await answering((response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'))
  expect(await failure(client().tools(page, user))).toMatchObject({
    code: 'UPSTREAM_FAILED',
    message: expect.stringContaining('not valid MCP'),
  })
  expect(await failure(client({}, []).tools(unauthorized, user))).toMatchObject({ code: 'EGRESS_DENIED' })
  const silentServer = await answering((response) => response.writeHead(200, { 'content-type': 'text/event-stream' }))
  expect(await failure(client({ connectMs: 50 }).tools(silentServer, user))).toMatchObject({ code: 'TIMED_OUT' })
})

test('posts nothing to another origin that the server announces', async () => {
  const posts: string[] = []
  const other = await http(((request, response) => {
    posts.push(request.method ?? '')
    response.end()
  }) as RequestListener)
  const config = await answering((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(`event: endpoint\ndata: http://${other}/messages\n\n`)
  })
  expect(await failure(client({ connectMs: 2000 }).tools(config, user))).toMatchObject({ code: 'UPSTREAM_FAILED' })
  expect(posts).toEqual([])
})
