/** One request through one route: who, what, do, answer. The only place where this order is written down. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../identity/caller.ts'
import type { Services } from '../services.ts'
import { checkedStream } from './check-events.ts'
import { checkedReply } from './check-reply.ts'
import type { Route } from './define-route.ts'
import { EventStream, type OpenStreams } from './event-stream.ts'
import type { Gate } from './gate.ts'
import { pathValues, queryValues } from './parameters.ts'
import { type Printed, printed } from './print-reply.ts'
import { refusal } from './refusal.ts'
import { bodyOf, rawBodyOf } from './request-body.ts'
import type { StreamCounter } from './stream-limits.ts'

export interface Dispatch {
  readonly services: Services
  readonly gate: Gate
  /** Hold every answer against the promises of its route; for tests. */
  readonly checkReplies: boolean
  readonly streams: OpenStreams
  readonly counter: StreamCounter
}

/** The parameters in a path, by name. */
type Path = Readonly<Record<string, string>>

/** A stream, and who it is for. */
interface Streamed {
  readonly stream: EventStream
  readonly caller: Caller
  /** Counts it out of the open streams. */
  leave(): void
}

/** Values are copied, printed and stored several times on their way, so what is no document has to be smaller. */
function bodyLimit({ takesDocument, rawBody, maxBodyBytes }: Route, setting: number): number {
  const own = takesDocument === true || rawBody === true ? setting : withoutDocument(setting)
  return Math.min(setting, own, maxBodyBytes ?? Number.POSITIVE_INFINITY)
}

function withoutDocument(setting: number): number {
  return Math.max(MIN_LIMIT, setting / 4)
}

const MIN_LIMIT = 2 ** 20

/** Logged where an event is not what its route declares. */
export const BROKEN_PROMISE = 'a stream broke a promise of its route'

/** What answers the requests for a route. */
export function dispatchTo(route: Route, { services, gate, checkReplies, streams, counter }: Dispatch) {
  const { log, clock, lifecycle, auth } = services
  const setting = services.config.maxBodyMib * 2 ** 20
  const limit = bodyLimit(route, setting)
  const inputsLimit = withoutDocument(setting)

  const reportBrokenPromise = (complaint: string) => log.error({ complaint }, BROKEN_PROMISE)

  async function answerTo(request: FastifyRequest, reply: FastifyReply, path: Path): Promise<Printed | Streamed> {
    try {
      const caller = await gate(route, request)
      const { raw } = request
      const params = pathValues(route.params, path)
      const search = searchOf(raw.url)
      const query = queryValues(route.query, search)
      const body = route.body === undefined ? undefined : await bodyOf(route, raw, { limit, inputsLimit, services })
      const { id, method, headers } = request
      const given = { id, method, headers, params, query, body, caller, search }
      const readBody = (maxBytes = limit) => rawBodyOf(raw, Math.min(limit, maxBytes))
      const later = { readBody, gone: () => goneSignal(reply) }
      const returned = await route.handle({ ...given, ...later }, services)
      if (!(returned instanceof EventStream)) return await printed(route, returned)
      const stream = checkReplies ? checkedStream(route, returned, reportBrokenPromise) : returned
      return { stream, caller, leave: counter.enter(caller) }
    } catch (error) {
      return refusal(error, { id: request.id, operation: route.operation }, log)
    }
  }

  /** A stream does not outlive the credential that it was opened with. */
  async function sendWhileGood(reply: FastifyReply, { stream, caller, leave }: Streamed) {
    const over = new AbortController()
    const forget = auth.whileGood(caller, () => over.abort())
    try {
      await streams.send(reply, stream, over.signal)
    } finally {
      forget()
      leave()
    }
  }

  return async (request: FastifyRequest, reply: FastifyReply, path: Path): Promise<FastifyReply> => {
    const start = clock.now()
    const given = await answerTo(request, reply, path)
    if ('stream' in given) {
      if (request.method === 'HEAD') {
        given.leave()
        return reply.header('content-type', 'text/event-stream').send('')
      }
      await sendWhileGood(reply, given).catch((error: unknown) => {
        log.warn({ request: request.id, operation: route.operation, err: error }, 'a stream broke off')
      })
      return reply
    }
    const answer = checkReplies ? checkedReply(route, given) : given
    const ms = clock.now() - start
    log.debug({ request: request.id, operation: route.operation, status: answer.status, ms }, 'answered')
    return send(reply, answer, lifecycle.isStopping)
  }
}

/** Sends an answer; the last one of a connection says so. */
/** While the service stops but its port is open, connections are kept: clients would only connect anew, and be reset. */
export function send(reply: FastifyReply, { status, type, body, extras }: Printed, isStopping: boolean): FastifyReply {
  reply.code(status).header('content-type', type)
  if (extras.headers !== undefined) reply.headers(extras.headers)
  if (isStopping && !reply.server.server.listening) reply.header('connection', 'close')
  if (reply.request.method !== 'HEAD') return reply.send(body)
  return reply.header('content-length', Buffer.byteLength(body)).send('')
}

function searchOf(url = ''): string {
  const cut = url.indexOf('?')
  return cut < 0 ? '' : url.slice(cut + 1)
}

function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.on('close', () => {
    // Whoever has the whole answer is not gone.
    if (!raw.writableFinished) gone.abort()
  })
  return gone.signal
}
