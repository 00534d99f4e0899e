/** Runs one request through one route: authenticate, parse, handle, reply. This order is defined only here. */

import type { ServerResponse } from 'node:http'
import { writeScope } from '@millrace/store'
import type { Caller } from '../platform/caller.ts'
import { checkedStream } from './check-events.ts'
import type { Route, RouteRequest } from './define-route.ts'
import { errorResponse } from './error-response.ts'
import { EventStream, type OpenStreams } from './event-stream.ts'
import type { Exchange } from './exchange.ts'
import { FileStream } from './file-stream.ts'
import { finishedReply, preparedReply } from './finish-reply.ts'
import type { Gate } from './gate.ts'
import type { HttpServices } from './http-services.ts'
import { pathValues, queryValues } from './parameters.ts'
import { type Printed, printed } from './print-reply.ts'
import { callerInScope } from './project-gate.ts'
import { Prepared } from './reply.ts'
import type { AuditTrail, RequestAudit } from './request-audit.ts'
import { bodyOf, rawBodyOf } from './request-body.ts'
import type { StreamCounter } from './stream-limits.ts'

export interface Dispatch<S> {
  readonly services: S
  readonly gate: Gate
  /** Checks every reply against its route; for tests. */
  readonly checkReplies: boolean
  readonly streams: OpenStreams
  readonly counter: StreamCounter
  readonly audit: RequestAudit
}

/** The parameters in a path, by name. */
type Path = Readonly<Record<string, string>>

/** A stream and its caller. */
interface Streamed {
  readonly stream: EventStream | FileStream
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
  const { services, gate, checkReplies, streams, counter, audit } = dispatch
  const { log, clock, auth } = services
  const setting = services.config.maxBodyMib * 2 ** 20
  const limit = bodyLimit(route, setting)
  const reading = { limit, inputsLimit: withoutDocument(setting), services }
  const namesExecution = /^\/(executions|pipelines)\/:id(\/|$)/.test(route.path)

  let last: { readonly path: Path; readonly params: ReturnType<typeof pathValues> } | undefined
  /** The router returns the same object for the same path, so the last result is usually the next one. */
  const paramsOf = (path: Path) => {
    if (last?.path !== path) last = { path, params: Object.freeze(pathValues(route.params, path)) }
    return last.params
  }

  const reportViolation = (complaint: string) => log.error({ complaint }, ROUTE_VIOLATION)

  async function answerTo(exchange: Exchange, path: Path): Promise<Printed | Streamed> {
    const trail = audit.trailOf(route, exchange, path)
    try {
      const allowed = gate(route, exchange)
      const known = allowed instanceof Promise ? await allowed : allowed
      const { id, method, url, request, from } = exchange
      const params = paramsOf(path)
      const caller = known.projects === undefined ? known : await callerInScope(route, params, known, services.projects)
      const search = searchOf(url)
      const query = queryValues(route.query, search)
      const body = route.body === undefined ? undefined : await bodyOf(route, request, { ...reading, params })
      const given = { id, method, headers: request.headers, params, query, body, caller, from, search }
      const readBody = (maxBytes = limit) => rawBodyOf(request, Math.min(limit, maxBytes))
      if (namesExecution) exchange.execution = (params as { readonly id?: string }).id
      const concerns = (execution: string) => {
        exchange.execution = execution
      }
      const gone = () => disconnectSignal(exchange.response)
      const prepare: RouteRequest['prepare'] = (reply) => preparedReply(exchange, route, reply, checkReplies)
      const auditing = audit.functionsOf(exchange, trail)
      const full = { ...given, readBody, concerns, gone, prepare, ...auditing }
      const returned = await noting(exchange, () => handled(full, trail))
      if (!(returned instanceof EventStream || returned instanceof FileStream)) {
        const reply = returned instanceof Prepared ? returned.printed : printed(route, returned)
        const ready = reply instanceof Promise ? await reply : reply
        await trail?.ended(ready.status)
        return ready
      }
      if (returned instanceof FileStream) await trail?.ended(200)
      const stream = checkReplies ? checkedStream(route, returned, reportViolation) : returned
      return { stream, caller, leave: counter.enter(caller) }
    } catch (error) {
      const refused = errorResponse(error, exchange, log)
      await trail?.failed(error, refused.status)
      return refused
    }
  }

  function handled(request: RouteRequest, trail: AuditTrail | undefined): unknown {
    return trail === undefined ? route.handle(request, services) : trail.run(() => route.handle(request, services))
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
    exchange.operation = route.operation
    const given = await answerTo(exchange, path)
    if ('stream' in given) return stream(exchange, given)
    const ms = clock.now() - start
    log.debug({ request: exchange.id, operation: route.operation, status: given.status, ms }, 'request handled')
    const sent = given.isFinal === true ? given : finishedReply(exchange, route, given, checkReplies)
    exchange.send(sent instanceof Promise ? await sent : sent)
  }

  async function stream(exchange: Exchange, streamed: Streamed): Promise<void> {
    exchange.isStream = true
    if (exchange.method === 'HEAD') {
      streamed.leave()
      exchange.sendHead(200, streamed.stream.headers)
      exchange.response.end()
      return
    }
    await sendUntilCredentialEnds(exchange, streamed).catch((error: unknown) => {
      if (!exchange.response.headersSent) return exchange.send(errorResponse(error, exchange, log))
      log.warn({ request: exchange.id, operation: route.operation, err: error }, 'stream failed')
    })
  }
}

/** Runs the handler so that the store notes its writes. */
function noting<T>(exchange: Exchange, handle: () => T): T {
  exchange.writes = { hasWritten: false }
  return writeScope.run(exchange.writes, handle)
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
