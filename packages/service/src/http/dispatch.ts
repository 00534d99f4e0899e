/** Runs one request through one route: authenticate, parse, handle, reply. This order is defined only here. */

import type { ServerResponse } from 'node:http'
import type { Caller } from '../platform/caller.ts'
import { checkedStream } from './check-events.ts'
import { checkedReply } from './check-reply.ts'
import { compressed } from './compression.ts'
import type { Route } from './define-route.ts'
import { errorResponse } from './error-response.ts'
import { EventStream, type OpenStreams } from './event-stream.ts'
import type { Exchange } from './exchange.ts'
import type { Gate } from './gate.ts'
import type { HttpServices } from './http-services.ts'
import { pathValues, queryValues } from './parameters.ts'
import { type Printed, printed } from './print-reply.ts'
import { bodyOf, rawBodyOf } from './request-body.ts'
import { revalidated } from './revalidation.ts'
import type { StreamCounter } from './stream-limits.ts'

export interface Dispatch<S> {
  readonly services: S
  readonly gate: Gate
  /** Checks every reply against its route; for tests. */
  readonly checkReplies: boolean
  readonly streams: OpenStreams
  readonly counter: StreamCounter
}

/** The parameters in a path, by name. */
type Path = Readonly<Record<string, string>>

/** A stream and its caller. */
interface Streamed {
  readonly stream: EventStream
  readonly caller: Caller
  /** Removes it from the count of open streams. */
  leave(): void
}

/** Values are copied, serialised and stored several times, so bodies without a document have a lower limit. */
function bodyLimit({ takesDocument, rawBody, maxBodyBytes }: Route, setting: number): number {
  const own = takesDocument === true || rawBody === true ? setting : withoutDocument(setting)
  return Math.min(setting, own, maxBodyBytes ?? Number.POSITIVE_INFINITY)
}

function withoutDocument(setting: number): number {
  return Math.max(MIN_LIMIT, setting / 4)
}

const MIN_LIMIT = 2 ** 20

/** Logged when an event does not match its route. */
export const ROUTE_VIOLATION = 'a stream sent an event that its route does not declare'

/** The handler of the requests for a route. */
export function dispatchTo<S extends HttpServices>(route: Route<S>, dispatch: Dispatch<S>) {
  const { services, gate, checkReplies, streams, counter } = dispatch
  const { log, clock, auth } = services
  const setting = services.config.maxBodyMib * 2 ** 20
  const limit = bodyLimit(route, setting)
  const inputsLimit = withoutDocument(setting)

  const reportViolation = (complaint: string) => log.error({ complaint }, ROUTE_VIOLATION)

  async function answerTo(exchange: Exchange, path: Path): Promise<Printed | Streamed> {
    try {
      const caller = await gate(route, exchange)
      const { id, method, url, request } = exchange
      const params = pathValues(route.params, path)
      const search = searchOf(url)
      const query = queryValues(route.query, search)
      const body = route.body === undefined ? undefined : await bodyOf(route, request, { limit, inputsLimit, services })
      const given = { id, method, headers: request.headers, params, query, body, caller, search }
      const readBody = (maxBytes = limit) => rawBodyOf(request, Math.min(limit, maxBytes))
      const later = { readBody, gone: () => disconnectSignal(exchange.response) }
      const returned = await route.handle({ ...given, ...later }, services)
      if (!(returned instanceof EventStream)) return await printed(route, returned)
      const stream = checkReplies ? checkedStream(route, returned, reportViolation) : returned
      return { stream, caller, leave: counter.enter(caller) }
    } catch (error) {
      return errorResponse(error, { id: exchange.id, operation: route.operation }, log)
    }
  }

  /** Ends the stream when the credential that opened it expires or is revoked. */
  async function sendUntilCredentialEnds(exchange: Exchange, { stream, caller, leave }: Streamed) {
    const over = new AbortController()
    const forget = auth.onCredentialEnd(caller, () => over.abort())
    try {
      await streams.send(exchange, stream, over.signal)
    } finally {
      forget()
      leave()
    }
  }

  return async (exchange: Exchange, path: Path): Promise<void> => {
    const start = clock.now()
    const given = await answerTo(exchange, path)
    if ('stream' in given) return stream(exchange, given)
    const answer = checkReplies ? checkedReply(route, given) : given
    const ms = clock.now() - start
    log.debug({ request: exchange.id, operation: route.operation, status: answer.status, ms }, 'request handled')
    const { headers } = exchange.request
    const isRead = exchange.method === 'GET' || exchange.method === 'HEAD'
    const mayBeKnown = isRead && (answer.extras.isRevalidated ?? route.revalidates ?? false)
    const current = mayBeKnown ? revalidated(answer, headers['if-none-match']) : answer
    exchange.send(await compressed(route, current, headers['accept-encoding']))
  }

  async function stream(exchange: Exchange, streamed: Streamed): Promise<void> {
    if (exchange.method === 'HEAD') {
      streamed.leave()
      exchange.sendHead(200, { 'content-type': 'text/event-stream' })
      exchange.response.end()
      return
    }
    await sendUntilCredentialEnds(exchange, streamed).catch((error: unknown) => {
      log.warn({ request: exchange.id, operation: route.operation, err: error }, 'stream failed')
    })
  }
}

function searchOf(url: string): string {
  const cut = url.indexOf('?')
  return cut < 0 ? '' : url.slice(cut + 1)
}

function disconnectSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  response.on('close', () => {
    // A client that has received the whole response has not disconnected early.
    if (!response.writableFinished) gone.abort()
  })
  return gone.signal
}
