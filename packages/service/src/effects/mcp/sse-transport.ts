/**
 * The older HTTP transport of MCP: messages of the server arrive on one event stream, ours are posted to the address in
 * its first event. The stream lasts as long as the connection and is never reopened, because the session ends with it;
 * the next user gets a new connection.
 */
import type { AsyncLocalStorage } from 'node:async_hooks'
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js'
import type { FetchLike, Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { TraceHeaders } from '../../platform/trace-context.ts'
import type { Egress } from '../http/egress.ts'
import { createEgressFetch, type FetchLimits } from '../http/egress-fetch.ts'
import type { HttpAddress } from './mcp-address.ts'
import { statusFailure } from './mcp-failure.ts'
import type { McpLimits } from './mcp-limits.ts'
import type { Signer } from './signer.ts'

/** A request that waits for its response. */
export interface PendingRequest {
  readonly signal: AbortSignal
  readonly fail: (error: unknown) => void
  readonly signer: Signer | undefined
  readonly trace: TraceHeaders | undefined
}

export interface SseNeeds {
  readonly egress: Egress
  readonly limits: McpLimits
  readonly asking: AsyncLocalStorage<PendingRequest>
  /** Adds the credential and the trace of the caller to a request. */
  readonly signed: (send: FetchLike) => FetchLike
  /** Aborts when the connection closes. */
  readonly over: AbortSignal
  /** The name of the server in messages. */
  readonly name: string
  /** Called when the stream ends; `isFlooded` if one event was larger than the limit. */
  readonly onLost: (isFlooded: boolean) => void
}

const LONGEST_STREAM_MS = 24 * 3600 * 1000
const MAX_HEADER_BYTES = 32 * 1024

export function sseTransport({ url, headers }: HttpAddress, needs: SseNeeds): Transport {
  const { egress, limits, asking, signed, over, name, onLost } = needs
  const ofOne: FetchLimits = {
    connectMs: limits.connectMs,
    firstByteMs: limits.longestCallMs,
    idleMs: limits.longestCallMs,
    totalMs: limits.longestCallMs,
    maxBytes: limits.maxBytes,
    maxHeaderBytes: MAX_HEADER_BYTES,
  }
  const ofStream: FetchLimits = {
    ...ofOne,
    idleMs: limits.longestCallMs + limits.idleMs,
    totalMs: LONGEST_STREAM_MS,
    maxBytes: Number.POSITIVE_INFINITY,
  }
  let isOpened = false

  const listen: FetchLike = async (input, init) => {
    // Status 204 stops the event source from reconnecting.
    if (isOpened) return new Response(null, { status: 204 })
    isOpened = true
    try {
      const answer = await signed(createEgressFetch(egress, ofStream, over))(input, init)
      const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true
      if (!answer.ok || !isStream || answer.body === null) throw statusFailure(answer.ok ? 0 : answer.status, name)
      const body = ReadableStream.from(eventsOf(answer.body, limits.maxBytes, onLost))
      return new Response(body, { status: answer.status, headers: answer.headers })
    } catch (error) {
      asking.getStore()?.fail(error)
      throw error
    }
  }

  const post: FetchLike = async (input, init) => {
    const send = createEgressFetch(egress, ofOne, asking.getStore()?.signal ?? over)
    const answer = await signed(send)(input, init)
    if (!answer.ok) throw statusFailure(answer.status, name)
    return answer
  }

  const transport = new SSEClientTransport(url, {
    requestInit: { headers },
    fetch: post,
    eventSourceInit: { fetch: listen },
  })
  return transport as Transport
}

/** The chunks of a stream, until an event exceeds the limit. */
async function* eventsOf(stream: ReadableStream<Uint8Array>, maxBytes: number, onLost: SseNeeds['onLost']) {
  let bytes = 0
  let isFlooded = false
  let isAtLineStart = false
  try {
    for await (const piece of stream) {
      const end = endOfLastEvent(piece, isAtLineStart)
      bytes = end === undefined ? bytes + piece.length : piece.length - end
      isAtLineStart = piece.at(-1) === LINE_FEED
      isFlooded = bytes > maxBytes
      if (isFlooded) return
      yield piece
    }
  } finally {
    onLost(isFlooded)
  }
}

const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/** Where the last blank line of a chunk ends; undefined if it has none. */
function endOfLastEvent(piece: Uint8Array, isAtLineStart: boolean): number | undefined {
  for (let at = piece.lastIndexOf(LINE_FEED); at >= 0; at = at === 0 ? -1 : piece.lastIndexOf(LINE_FEED, at - 1)) {
    const before = at > 0 && piece[at - 1] === CARRIAGE_RETURN ? at - 2 : at - 1
    if (before < 0 ? isAtLineStart : piece[before] === LINE_FEED) return at + 1
  }
  return undefined
}
