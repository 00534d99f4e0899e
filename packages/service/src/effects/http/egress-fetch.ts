/**
 * `fetch` for libraries that bring a client of their own: the policy, the limits and the end of the step hold for them
 * too. The body of an answer is handed on as it arrives. A redirect is never followed, because a library puts credentials
 * into any header and a prompt into the body, and neither is for whoever a redirect names.
 */
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { NodeFailure, Retryable } from '@millrace/model'
import { hasNoBody, tooLarge, unpacked } from './body.ts'
import type { Egress } from './egress.ts'
import { headersOf, send } from './exchange.ts'
import { failureOf } from './http-effect.ts'
import type { Outgoing } from './outgoing.ts'

export interface FetchLimits {
  /** To find the address, connect and agree on keys. */
  readonly connectMs: number
  /** From then to the head of the answer. */
  readonly firstByteMs: number
  /** Between two pieces of the body. */
  readonly idleMs: number
  readonly totalMs: number
  readonly maxBytes: number
  /** Of a body in events: each is work for whoever reads them, however small it is. */
  readonly maxLines?: number
  readonly maxHeaderBytes: number
}

/** The part of the standard that libraries use: a text is sent, and the answer is the standard's own. */
export type EgressFetch = typeof globalThis.fetch

/** What fails is a NodeFailure, also in the middle of a body; `signal` ends whatever is under way. */
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
        onConnected: () => watch.expect(limits.firstByteMs, 'did not answer'),
      })
      watch.rest()
      return responseOf(answer, { host, watch, limits })
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
    throw new NodeFailure('INVALID_REQUEST', 'The request cannot be made: its body is no text.')
  }
  return { url, method, headers: Object.fromEntries(new Headers(headers ?? {})), body: body ?? undefined }
}

interface Watch {
  /** Aborts when time is up, or somebody else says so. */
  readonly signal: AbortSignal
  /** Something has to happen within this time, or the exchange fails: the host `what`. */
  expect(ms: number, what: string): void
  /** Nothing is expected for now. */
  rest(): void
  /** No timer is left behind. */
  end(): void
  /** What to fail with when something was thrown. */
  reasonFor(error: unknown): unknown
}

function watchOver({ totalMs }: FetchLimits, host: string, signal: AbortSignal): Watch {
  const late = new AbortController()
  const cut = (ms: number, what: string) => late.abort(new Retryable(`${host} ${what} in ${ms} ms.`, 'TIMED_OUT'))
  const total = setTimeout(cut, totalMs, totalMs, 'did not come to an end')
  let next: NodeJS.Timeout | undefined
  const rest = () => clearTimeout(next)
  const end = () => {
    rest()
    clearTimeout(total)
  }
  const either = AbortSignal.any([signal, late.signal])
  // Also for a body that nobody reads to its end.
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
}

function responseOf(answer: IncomingMessage, reading: Reading): Response {
  const status = answer.statusCode ?? 0
  if (status >= 300 && status < 400) {
    const message = `${reading.host} answers with a redirect (${status}), which is not followed; check the address.`
    throw new NodeFailure('REDIRECT_REFUSED', message)
  }
  const isEmpty = hasNoBody(answer) || status === 205
  if (isEmpty) {
    answer.destroy()
    reading.watch.end()
  }
  const statusText = STATUS_CODES[status] ?? ''
  return new Response(isEmpty ? null : bodyOf(answer, reading), { status, statusText, headers: headersFor(answer) })
}

/** What speaks about the bytes on the wire is no longer true of the body that is handed on. */
const OF_THE_WIRE = new Set(['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'set-cookie'])

function headersFor(answer: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(headersOf(answer))) {
    // Bytes that no header may have are left out with their header: nobody here needs them.
    if (!OF_THE_WIRE.has(name) && /^[\t\x20-\x7e]*$/.test(value)) headers.set(name, value)
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
  return new NodeFailure('RESPONSE_TOO_LARGE', `The answer comes in too many pieces: in more than ${maxLines} lines.`)
}

function bodyOf(answer: IncomingMessage, { watch, limits }: Reading): ReadableStream<Uint8Array> {
  const pieces = unpacked(answer)[Symbol.asyncIterator]()
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
        // A body without a length ends with its connection, whoever ended that.
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
        // A library may do much with every piece; whoever sends without a pause must not keep everybody else waiting.
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
