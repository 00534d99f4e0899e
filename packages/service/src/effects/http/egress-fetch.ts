/**
 * `fetch` for libraries that have their own HTTP client: the egress policy, the limits and the abort of the step apply to
 * them too. The body is streamed. Redirects are never followed: libraries send credentials in any header and prompts in
 * the body, and the target of a redirect must not get either.
 */
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { NodeFailure, Retryable } from '@millrace/model'
import { hasNoBody, type ResponseHead, tooLarge, unpacked } from './body.ts'
import type { Egress } from './egress.ts'
import { headOf, send } from './exchange.ts'
import { failureOf } from './http-effect.ts'
import type { Outgoing } from './outgoing.ts'

export interface FetchLimits {
  /** For DNS, TCP and TLS together. */
  readonly connectMs: number
  /** From the connection to the headers of the response. */
  readonly firstByteMs: number
  /** Between two chunks of the body. */
  readonly idleMs: number
  readonly totalMs: number
  readonly maxBytes: number
  /** Maximum number of lines of an event stream: every event costs its reader time, however small it is. */
  readonly maxLines?: number
  readonly maxHeaderBytes: number
}

/** The part of the standard that libraries use: string bodies only; the result is a standard Response. */
export type EgressFetch = typeof globalThis.fetch

/** Throws a NodeFailure, also in the middle of a body; `signal` aborts the exchange. */
export function createEgressFetch(egress: Egress, limits: FetchLimits, signal: AbortSignal): EgressFetch {
  return async (input, init) => {
    const outgoing = outgoingOf(input, init)
    const { host } = outgoing.url
    const watch = watchOver(limits, host, init?.signal ? AbortSignal.any([signal, init.signal]) : signal)
    let answer: IncomingMessage | undefined
    try {
      watch.expect(limits.connectMs, 'could not be connected to')
      answer = await send(outgoing, egress, {
        maxHeaderBytes: limits.maxHeaderBytes,
        signal: watch.signal,
        onConnected: () => watch.expect(limits.firstByteMs, 'did not respond'),
      })
      watch.rest()
      return responseOf(answer, { host, watch, limits, head: headOf(answer, outgoing.method) })
    } catch (error) {
      watch.end()
      answer?.destroy()
      throw watch.reasonFor(error)
    }
  }
}

function outgoingOf(input: Parameters<EgressFetch>[0], init: Parameters<EgressFetch>[1]): Outgoing {
  const url = new URL(typeof input === 'object' && 'url' in input ? input.url : input)
  const { body, method = 'GET', headers } = init ?? {}
  if (body != null && typeof body !== 'string') {
    throw new NodeFailure('INVALID_REQUEST', 'The request cannot be sent: its body must be a string.')
  }
  return { url, method, headers: Object.fromEntries(new Headers(headers ?? {})), body: body ?? undefined }
}

interface Watch {
  /** Aborts at a timeout or with the caller's signal. */
  readonly signal: AbortSignal
  /** Starts a timeout; if it expires, the message names the host followed by `what`. */
  expect(ms: number, what: string): void
  /** Clears the timeout. */
  rest(): void
  /** Clears all timers. */
  end(): void
  /** The error to throw in place of a caught one. */
  reasonFor(error: unknown): unknown
}

function watchOver({ totalMs }: FetchLimits, host: string, signal: AbortSignal): Watch {
  const late = new AbortController()
  const cut = (ms: number, what: string) => late.abort(new Retryable(`${host} ${what} in ${ms} ms.`, 'TIMED_OUT'))
  const total = setTimeout(cut, totalMs, totalMs, 'did not finish')
  let next: NodeJS.Timeout | undefined
  const rest = () => clearTimeout(next)
  const end = () => {
    rest()
    clearTimeout(total)
  }
  const either = AbortSignal.any([signal, late.signal])
  // Also clears the timers if the body is not read to its end.
  either.addEventListener('abort', end, { once: true })
  return {
    signal: either,
    expect(ms, what) {
      rest()
      next = setTimeout(cut, ms, ms, what)
    },
    rest,
    end,
    reasonFor(error) {
      if (signal.aborted) return signal.reason
      return late.signal.aborted ? late.signal.reason : failureOf(error, host)
    },
  }
}

interface Reading {
  readonly host: string
  readonly watch: Watch
  readonly limits: FetchLimits
  readonly head: ResponseHead
}

function responseOf(answer: IncomingMessage, reading: Reading): Response {
  const { status } = reading.head
  if (status >= 300 && status < 400) {
    const message = `${reading.host} responds with a redirect (${status}), which is not followed; check the address.`
    throw new NodeFailure('REDIRECT_REFUSED', message)
  }
  const isEmpty = hasNoBody(reading.head) || status === 205
  if (isEmpty) {
    answer.destroy()
    reading.watch.end()
  }
  const statusText = STATUS_CODES[status] ?? ''
  return new Response(isEmpty ? null : bodyOf(answer, reading), {
    status,
    statusText,
    headers: headersFor(reading.head),
  })
}

/** These headers describe the bytes on the wire, not the decoded body. */
const WIRE_HEADERS = new Set(['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'set-cookie'])

function headersFor(head: ResponseHead): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(head.headers)) {
    // Drop headers with bytes that the standard does not allow; none of them is needed here.
    if (!WIRE_HEADERS.has(name) && /^[\t\x20-\x7e]*$/.test(value)) headers.set(name, value)
  }
  return headers
}

function linesIn(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(NEW_LINE); at >= 0; at = bytes.indexOf(NEW_LINE, at + 1)) count += 1
  return count
}

const NEW_LINE = 10

function tooManyLines(maxLines: number): NodeFailure {
  return new NodeFailure('RESPONSE_TOO_LARGE', `The response has more than ${maxLines} lines.`)
}

function bodyOf(answer: IncomingMessage, { watch, limits, head }: Reading): ReadableStream<Uint8Array> {
  const pieces = unpacked(answer, head)[Symbol.asyncIterator]()
  let bytes = 0
  let lines = 0
  const end = () => {
    watch.end()
    answer.destroy()
  }
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        watch.expect(limits.idleMs, 'sent nothing more')
        const { done, value } = await pieces.next()
        watch.rest()
        // A body without a length also ends when the connection is aborted.
        watch.signal.throwIfAborted()
        if (done === true) {
          end()
          controller.close()
          return
        }
        bytes += value.length
        if (bytes > limits.maxBytes) throw tooLarge(limits.maxBytes)
        if (limits.maxLines !== undefined) lines += linesIn(value)
        if (lines > (limits.maxLines ?? lines)) throw tooManyLines(limits.maxLines ?? lines)
        // Yield before each chunk: a fast sender must not block the event loop through the library's work per chunk.
        await nextTurn()
        controller.enqueue(value)
      } catch (error) {
        end()
        controller.error(watch.reasonFor(error))
      }
    },
    cancel: end,
  })
}
