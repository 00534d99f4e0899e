/**
 * Opens a connection to an MCP server with the official client. The client limits only the time of a request; the limits
 * for endless responses, bodies that hang and messages that are not accepted are here.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { isObject, NodeFailure, Retryable } from '@millrace/model'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { FetchLike, Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { CallToolResultSchema, ResultSchema, ToolSchema } from '@modelcontextprotocol/sdk/types.js'
import { masked } from '../../platform/masking.ts'
import { VERSION } from '../../platform/version.ts'
import type { Egress } from '../http/egress.ts'
import { createEgressFetch } from '../http/egress-fetch.ts'
import { tracedFetch } from '../http/traced-fetch.ts'
import type { Connection, ConnectionUse, OfferedTool } from './connection.ts'
import { type HttpAddress, type McpAddress, nameOf, secretsIn } from './mcp-address.ts'
import { mcpFailure } from './mcp-failure.ts'
import type { McpLimits } from './mcp-limits.ts'
import type { Signer } from './signer.ts'
import { type PendingRequest, sseTransport } from './sse-transport.ts'
import { textIn, valueIn } from './tool-value.ts'

export interface OpenNeeds {
  readonly egress: Egress
  readonly limits: McpLimits
}

const MAX_PAGES = 50
const CLOSE_TIMEOUT_MS = 1000

/** Connects and initialises the session. */
export async function openConnection(
  address: McpAddress,
  needs: OpenNeeds,
  opening: ConnectionUse,
): Promise<Connection> {
  const { limits } = needs
  const over = new AbortController()
  const asking = new AsyncLocalStorage<PendingRequest>()
  const name = nameOf(address)
  // For requests that no caller waits for, such as the end of the session.
  let latest = opening.signer
  const signed = (send: FetchLike) => {
    const traced = tracedFetch(send, asking.getStore()?.trace)
    return (asking.getStore()?.signer ?? latest)?.around(traced) ?? traced
  }
  const sending = { ...needs, asking, signed, over: over.signal }
  const http = address.kind === 'http' && !address.isSse ? httpTransport(address, sending) : undefined
  const onLost = (isTooMuch: boolean) => {
    isFlooded ||= isTooMuch
    void client.close().catch(() => {})
  }
  const sse = address.kind === 'http' && address.isSse ? sseTransport(address, { ...sending, name, onLost }) : undefined
  const transport = http ?? sse ?? programTransport(address, limits)
  const client = new Client({ name: 'millrace', version: VERSION })
  const closed = Promise.withResolvers<void>()
  let isFlooded = false
  client.onclose = () => closed.resolve()
  client.onerror = ({ message }) => {
    // The client's error text when it ends a program; over HTTP our own limit applies.
    isFlooded ||= address.kind === 'stdio' && /exceeded maximum size/.test(message)
  }

  const secrets = secretsIn(address)
  const shownTo = (signer: Signer | undefined) => (text: string) =>
    cut(masked(masked(text, secrets), signer?.secrets() ?? []), limits.maxTextLength)

  /** Sends a request and waits until it completes, its body breaks, its time is up, or its caller aborts. */
  async function ask<T>(use: ConnectionUse, ms: number, send: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { signal: waits, signer, trace } = use
    latest = signer
    const done = new AbortController()
    const broken = Promise.withResolvers<never>()
    const late = setTimeout(() => broken.reject(new Retryable(`${name} did not respond in time.`, 'TIMED_OUT')), ms)
    const aborted = () => broken.reject(waits.reason)
    waits.addEventListener('abort', aborted)
    try {
      waits.throwIfAborted()
      const asked = { signal: AbortSignal.any([waits, done.signal]), fail: broken.reject, signer, trace }
      return await Promise.race([asking.run(asked, () => send(waits)), broken.promise])
    } catch (error) {
      if (isFlooded && !waits.aborted) {
        throw new NodeFailure('RESPONSE_TOO_LARGE', `${name} sent more than ${limits.maxBytes} bytes.`)
      }
      throw mcpFailure(error, { name, signal: waits, shown: shownTo(signer) })
    } finally {
      clearTimeout(late)
      waits.removeEventListener('abort', aborted)
      // Abort the rest of the exchange: the server may send more after the response.
      done.abort()
    }
  }

  try {
    await ask(opening, limits.connectMs, (waits) =>
      client.connect(transport, { signal: waits, timeout: limits.connectMs }),
    )
  } catch (error) {
    over.abort()
    await client.close().catch(() => {})
    throw error
  }
  return {
    tools: (use) =>
      listed({ name, client, limits, shown: shownTo(use.signer), ask: (send) => ask(use, limits.listMs, send) }),
    async call(tool, args, use) {
      const result = await ask(use, limits.longestCallMs, (signal) =>
        client.request({ method: 'tools/call', params: { name: tool, arguments: { ...args } } }, CallToolResultSchema, {
          signal,
          timeout: limits.callMs,
          maxTotalTimeout: limits.longestCallMs,
          resetTimeoutOnProgress: true,
          onprogress: () => {},
        }),
      )
      if (result.isError !== true) return masked(valueIn(result), secrets)
      const text = shownTo(use.signer)(textIn(result))
      throw new NodeFailure('TOOL_FAILED', text || `The tool "${tool}" failed without an error text.`)
    },
    closed: closed.promise,
    async close() {
      const late = setTimeout(() => over.abort(), CLOSE_TIMEOUT_MS)
      // Lets the server release the session; the timer limits how long this may take.
      await http?.terminateSession().catch(() => {})
      clearTimeout(late)
      over.abort()
      await client.close().catch(() => {})
    },
  }
}

interface Listing {
  readonly name: string
  readonly client: Client
  readonly limits: McpLimits
  readonly shown: (text: string) => string
  readonly ask: <T>(send: (signal: AbortSignal) => Promise<T>) => Promise<T>
}

/** Lists the tools of all pages, up to a limit. */
async function listed({ name, client, limits, shown, ask }: Listing): Promise<readonly OfferedTool[]> {
  if (client.getServerCapabilities()?.tools === undefined) return []
  const tools: OfferedTool[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES && tools.length < limits.maxTools; page++) {
    const params = cursor === undefined ? {} : { cursor }
    // Not `listTools`: it compiles the server's schemas, and its own schema rejects the whole list for one invalid tool.
    const answer = await ask((signal) =>
      client.request({ method: 'tools/list', params }, ResultSchema, { signal, timeout: limits.listMs }),
    )
    if (!Array.isArray(answer.tools)) throw notTools(name)
    for (const tool of answer.tools) tools.push(...offered(tool, shown))
    if (typeof answer.nextCursor !== 'string') break
    cursor = answer.nextCursor
  }
  return tools.slice(0, limits.maxTools)
}

function notTools(name: string): NodeFailure {
  return new NodeFailure('UPSTREAM_FAILED', `${name} sent a response that is not a list of tools.`)
}

const ANYTHING = { type: 'object', properties: {}, additionalProperties: true }

/** Reads one entry of the list: dropped without a name, and with any parameters allowed without a valid schema. */
function offered(tool: unknown, shown: Listing['shown']): OfferedTool[] {
  if (!isObject(tool) || typeof tool.name !== 'string' || tool.name === '') return []
  const { name, inputSchema, description, title } = tool
  const says = [description, title, isObject(tool.annotations) ? tool.annotations.title : undefined]
  const isSchema = ToolSchema.shape.inputSchema.safeParse(inputSchema).success
  return [
    {
      name,
      description: shown(says.find((text) => typeof text === 'string') ?? ''),
      parameters: isSchema && isObject(inputSchema) ? inputSchema : ANYTHING,
    },
  ]
}

function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max)}…`
}

function programTransport(address: McpAddress, { maxBytes }: McpLimits): StdioClientTransport {
  if (address.kind !== 'stdio') throw new Error('not a program')
  const { command, args } = address
  // The client passes a few variables such as PATH and HOME to the program, none of the service's own.
  return new StdioClientTransport({ command, args: [...args], stderr: 'ignore', maxBufferSize: maxBytes })
}

interface Sending extends OpenNeeds {
  readonly asking: AsyncLocalStorage<PendingRequest>
  readonly signed: (send: FetchLike) => FetchLike
  readonly over: AbortSignal
}

function httpTransport(
  { url, headers }: HttpAddress,
  { egress, limits, asking, signed, over }: Sending,
): StreamableHTTPClientTransport & Transport {
  const fetchLimits = {
    connectMs: limits.connectMs,
    firstByteMs: limits.longestCallMs,
    idleMs: limits.longestCallMs,
    totalMs: limits.longestCallMs,
    maxBytes: limits.maxBytes,
    maxHeaderBytes: 32 * 1024,
  }
  const send: FetchLike = async (input, init) => {
    // The client tries to open a stream for messages of the server, which are not used; it may resume a response.
    const isListening = init?.method === 'GET' && !new Headers(init.headers).has('last-event-id')
    if (isListening) return new Response(null, { status: 405 })
    // A notification, such as one that cancels a request, must not be aborted together with the request.
    const asked = isNotification(init?.body) ? undefined : asking.getStore()
    const answer = await signed(createEgressFetch(egress, fetchLimits, asked?.signal ?? over))(input, init)
    return asked === undefined ? answer : withErrorReport(answer, asked.fail)
  }
  const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers }, fetch: send })
  return transport as StreamableHTTPClientTransport & Transport
}

function isNotification(body: unknown): boolean {
  return typeof body === 'string' && (JSON.parse(body) as { id?: unknown }).id === undefined
}

/** Reports a broken body, because the client would wait for the rest until its timeout. */
function withErrorReport(answer: Response, fail: PendingRequest['fail']): Response {
  const { body, status, statusText, headers } = answer
  if (body === null) return answer
  async function* pieces(whole: ReadableStream<Uint8Array>) {
    try {
      yield* whole
    } catch (error) {
      fail(error)
      throw error
    }
  }
  return new Response(ReadableStream.from(pieces(body)), { status, statusText, headers })
}
