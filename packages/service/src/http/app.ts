/**
 * The HTTP application without a socket, so that tests inject. The framework reads heads and writes; finding the route,
 * checking and answering are ours (`dispatch.ts`), so that every answer, whoever gives it, has one form.
 */
import { Problem } from '@millrace/model'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'
import { answerBrokenRequest } from './broken-request.ts'
import { type Dispatch, dispatchTo, send } from './dispatch.ts'
import { createGate } from './gate.ts'
import { hasTwoHosts, hostRule } from './hosts.ts'
import { type Endpoint, endpointsOf, type LoadedRoute, loadRoutes } from './load-routes.ts'
import { createLimiter } from './rate-limit.ts'
import { refusal } from './refusal.ts'
import { allowOrigins, SECURITY_HEADERS } from './response-headers.ts'
import { Router } from './router.ts'
import { StreamCounter } from './stream-limits.ts'
import { methodsBy, methodsOf, unknownPath } from './unknown-path.ts'
import { AllStreams, isSocketUpgrade, routeUpgrades } from './websocket.ts'

export interface AppOptions {
  /** All routes of the service unless given. */
  readonly routes?: readonly LoadedRoute[]
  /** Hold every answer against the promises of its route; for tests. */
  readonly checkReplies?: boolean
  /** Requests that arrive earlier wait for it. */
  readonly ready?: Promise<void>
  /** How long a connection may be open before its first byte. */
  readonly silentConnectionMs?: number
}

const SILENT_CONNECTION_MS = 30_000

/** Builds the application; it listens once told to. */
export async function createApp(services: Services, options: AppOptions = {}): Promise<FastifyInstance> {
  const { config } = services
  const endpoints = endpointsOf(options.routes ?? (await loadRoutes()), config.basePath)
  const app = bareApp(services)
  closeSilentConnections(app, options.silentConnectionMs ?? SILENT_CONNECTION_MS)
  if (options.ready !== undefined) waitUntil(options.ready, app)
  app.addHook('onRequest', doorman(services))
  const stranger = answerToStrangers(endpoints, services)
  app.setNotFoundHandler(stranger)
  if (config.corsOrigin.length > 0) await allowOrigins(app, config.corsOrigin)
  const gate = createGate(services, await createLimiter(app, config.rateLimit))
  const streams = new AllStreams()
  // A stream would go on for ever, and with it the stop.
  app.addHook('preClose', async () => streams.end())
  routeUpgrades(app)
  const counter = new StreamCounter(config)
  const dispatch = { services, gate, checkReplies: options.checkReplies ?? false, streams, counter }
  serve(app, routerOf(endpoints, dispatch), stranger)
  return app
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>

function routerOf(endpoints: readonly Endpoint[], dispatch: Dispatch): Router<ReturnType<typeof dispatchTo>> {
  const router = new Router<ReturnType<typeof dispatchTo>>()
  for (const { route, url } of endpoints) router.add(methodsOf(route), url, dispatchTo(route, dispatch))
  return router
}

/** The framework is told of one route, which is all of them: our router finds the one that is meant. */
function serve(app: FastifyInstance, router: Router<ReturnType<typeof dispatchTo>>, stranger: Handler): void {
  app.route({
    method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '*',
    handler(request, reply) {
      const found = router.find(request.method, request.raw.url ?? '')
      return found === undefined ? stranger(request, reply) : found.target(request, reply, found.params)
    },
  })
}

/** The framework with everything of it switched off that we do ourselves. */
function bareApp({ log, ids, lifecycle }: Services): FastifyInstance {
  const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(SECURITY_HEADERS).header('x-request-id', request.id)
    return send(reply, refusal(error, { id: request.id }, log), lifecycle.isStopping)
  }
  const app = fastify({
    logger: false,
    genReqId: () => ids.uuid(),
    requestTimeout: 120_000,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: refuse,
    exposeHeadRoutes: false,
    // Node would refuse with an empty answer; `doorman` does it in our form.
    // An upgrade to anything else is passed over, as HTTP allows.
    http: {
      requireHostHeader: false,
      shouldUpgradeCallback: isSocketUpgrade,
      headersTimeout: 30_000,
      connectionsCheckingInterval: 5_000,
    },
    // We check with our own checker and print ourselves; loading theirs would cost a tenth of the start.
    schemaController: { compilersFactory: { buildValidator: notUsed, buildSerializer: notUsed } },
    routerOptions: { querystringParser: () => ({}) },
  })
  app.setErrorHandler(refuse)
  // An `Expect` that nobody knows may be passed over; Node would refuse it with an empty answer.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  // Bodies are read by the route that wants one, after the caller is known; the framework is to leave them alone.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  return app
}

function waitUntil(ready: Promise<void>, app: FastifyInstance): void {
  let isReady = false
  const opening = ready.then(() => {
    isReady = true
  })
  app.addHook('onRequest', (_request, _reply, next) => {
    if (isReady) next()
    else void opening.then(() => next())
  })
}

/** The limits of Node.js begin with the first byte; a connection without one would stay open for ever. */
function closeSilentConnections(app: FastifyInstance, silentMs: number): void {
  app.server.on('connection', (socket) => {
    const timer = setTimeout(() => {
      if (socket.bytesRead === 0) socket.destroy()
    }, silentMs)
    timer.unref()
    socket.once('close', () => clearTimeout(timer))
  })
}

function notUsed(): never {
  throw new Error('the framework is not asked to check or print anything')
}

const NO_HOST = { status: 400, message: 'The request has no Host header.' } as const
const TWO_HOSTS = { status: 400, message: 'The request has more than one Host header.' } as const
const WRONG_HOST = 'The service is not known under this host name; --allowed-host adds one.'

/** What is decided about every request, whatever it is for. */
function doorman({ config }: Services) {
  const isAllowedHost = hostRule(config.host, config.allowedHost)
  return (request: FastifyRequest, reply: FastifyReply, next: (problem?: Problem) => void): void => {
    reply.headers(SECURITY_HEADERS).header('x-request-id', request.id)
    const { host } = request.headers
    if (host === undefined && request.raw.httpVersion === '1.1') next(new Problem('VALIDATION_ERROR', NO_HOST))
    else if (hasTwoHosts(request.raw.rawHeaders)) next(new Problem('VALIDATION_ERROR', TWO_HOSTS))
    else if (host !== undefined && isAllowedHost?.(host) === false)
      next(new Problem('FORBIDDEN', { message: WRONG_HOST }))
    else next()
  }
}

/** For addresses and methods that no route serves. */
function answerToStrangers(endpoints: readonly Endpoint[], { lifecycle }: Services): Handler {
  const methodsAt = methodsBy(endpoints)
  return (request, reply) => {
    const allowed = methodsAt(request.raw.url?.split('?', 1)[0] ?? '')
    if (allowed.length > 0) reply.header('allow', allowed.join(', '))
    return send(reply, unknownPath(request.method, allowed), lifecycle.isStopping)
  }
}
