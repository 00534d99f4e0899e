/** Well-behaved MCP servers for tests, built with the official library, over HTTP and stdio. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js'

export interface Served {
  readonly tools: readonly Partial<Tool>[]
  /** Number of tools on a page. */
  readonly pageSize?: number
  readonly call?: (name: string, args: Record<string, unknown>, headers: Headers) => Promise<CallToolResult>
  /** Responds with JSON instead of a stream. */
  readonly json?: boolean
}

/** A listener that speaks MCP; every request is its own session. */
export function speaksMcp(served: Served) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: served.json === true })
    await serverOf(served, headers).connect(transport as Parameters<Server['connect']>[0])
    const body = await new Response(Readable.toWeb(request) as ReadableStream).text()
    const asked = new Request('http://test/mcp', { method: 'POST', headers, body })
    const answer =
      request.method === 'POST' ? await transport.handleRequest(asked) : new Response(null, { status: 405 })
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    if (answer.body === null) response.end()
    else Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]).pipe(response)
  }
}

/** A listener that speaks the older transport: streams at `/sse`, messages at `/messages`. */
export function speaksSse(served: Served) {
  const sessions = new Map<string, SSEServerTransport>()
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '', 'http://test')
    if (url.pathname === '/messages') {
      const session = sessions.get(url.searchParams.get('sessionId') ?? '')
      if (session === undefined) return void response.writeHead(404).end()
      return session.handlePostMessage(request, response)
    }
    const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const transport = new SSEServerTransport('/messages', response)
    sessions.set(transport.sessionId, transport)
    await serverOf(served, headers).connect(transport as Parameters<Server['connect']>[0])
  }
}

function serverOf({ tools, pageSize = 1000, call }: Served, headers: Headers): Server {
  const server = new Server({ name: 'test', version: '1' }, { capabilities: { tools: {} } })
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    const from = Number(params?.cursor ?? 0)
    const page = tools.slice(from, from + pageSize)
    const more = from + pageSize < tools.length ? { nextCursor: String(from + pageSize) } : {}
    return { tools: page.map((tool) => ({ name: 'x', inputSchema: { type: 'object' as const }, ...tool })), ...more }
  })
  server.setRequestHandler(
    CallToolRequestSchema,
    ({ params }) => call?.(params.name, params.arguments ?? {}, headers) ?? text('nothing'),
  )
  return server
}

export function text(...texts: string[]): CallToolResult {
  return { content: texts.map((one) => ({ type: 'text', text: one })) }
}

/** A program that is an MCP server: returns its environment, floods, exits. */
export const PROGRAM = `
  import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js'
  import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
  import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
  const server = new Server({ name: 'program', version: '1' }, { capabilities: { tools: {} } })
  const names = ['env', 'pid', 'flood', 'die']
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: names.map((name) => ({ name, inputSchema: { type: 'object' } })),
  }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    if (params.name === 'die') process.exit(3)
    const text = { env: () => JSON.stringify(process.env), pid: () => String(process.pid), flood: () => 'x'.repeat(1e6) }
    return { content: [{ type: 'text', text: text[params.name]() }] }
  })
  process.stderr.write('hello from the program\\n')
  await server.connect(new StdioServerTransport())
`
