/**
 * One POST of the streamable HTTP transport, answered by the official library: every request has a server of its own and
 * no session, so any process can answer any of them. Errors of the library are sent in this service's error format.
 */
import { Problem } from '@millrace/model'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { RouteRequest } from '../http/define-route.ts'
import { EventStream } from '../http/event-stream.ts'
import { type TextAnswer, text } from '../http/reply.ts'
import type { McpServices } from './services.ts'
import { createToolServer } from './tool-server.ts'

type Posted = Pick<RouteRequest, 'body' | 'headers' | 'caller' | 'recordChange' | 'concerns'>

/** The headers the transport reads; none carries a credential. */
const HEADERS = ['accept', 'content-type', 'mcp-protocol-version']

export async function answerMessage(posted: Posted, services: McpServices): Promise<EventStream | TextAnswer> {
  const { body: parsedBody, headers } = posted
  const server = createToolServer(posted, services)
  // The service sends its own heartbeats.
  const transport = new WebStandardStreamableHTTPServerTransport({ keepAliveMs: 0 })
  await server.connect(transport as Transport)
  const known = HEADERS.map((name) => [name, String(headers[name] ?? '')]).filter(([, value]) => value !== '')
  const request = new Request('http://localhost/mcp', { method: 'POST', headers: Object.fromEntries(known) })
  const answer = await transport.handleRequest(request, { parsedBody })
  const { body } = answer
  if (answer.ok && body !== null)
    return new EventStream(({ pass, signal }) => passOn(body, pass, signal).finally(() => server.close()))
  await server.close()
  if (answer.ok) return text('text/plain', '', { status: 202 })
  throw new Problem('VALIDATION_ERROR', { status: 400, message: await messageOf(answer) })
}

async function passOn(
  body: ReadableStream<Uint8Array>,
  pass: (printed: string) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const reader = body.getReader()
  const leave = () => void reader.cancel().catch(() => {})
  signal.addEventListener('abort', leave)
  const decoder = new TextDecoder()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done || signal.aborted) return
      await pass(decoder.decode(value, { stream: true }))
    }
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

async function messageOf(answer: Response): Promise<string> {
  const { error } = (await answer.json()) as { error?: { message?: string } }
  return `${error?.message ?? 'The message cannot be parsed'}.`
}
