/** The HTTP application: handles every request from its first byte to the route that responds. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { BadSetting } from '../platform/bad-setting.ts'
import { hostRule } from '../platform/hosts.ts'
import { pathPrefix, routeAtPrefix, withoutPrefix } from '../platform/public-address.ts'
import { createCors } from './cors.ts'
import { type Dispatch, dispatchTo } from './dispatch.ts'
import { errorResponse } from './error-response.ts'
import { Exchange } from './exchange.ts'
import { createGate } from './gate.ts'
import { checkHostHeader } from './host-header.ts'
import type { HttpServices } from './http-services.ts'
import { type Endpoint, endpointsOf, type LoadedRoute } from './load-routes.ts'
import { observed } from './observed.ts'
import { createLimiter } from './rate-limit.ts'
import { RequestAudit } from './request-audit.ts'
import { SECURITY_HEADERS } from './response-headers.ts'
import { Router } from './router.ts'
import { HttpServer, type ListenOptions } from './server.ts'
import { StreamCounter } from './stream-limits.ts'
import { clientFacts } from './trusted-proxies.ts'
import { methodsOf, unknownPath } from './unknown-path.ts'
import { AllStreams } from './websocket.ts'

export interface AppOptions<S> {
  readonly routes: readonly LoadedRoute<S>[]
  /** Checks every reply against the schema of its route; for tests. */
  readonly checkReplies?: boolean
  /** Requests that arrive before it resolves wait for it, except probes. */
  readonly ready?: Promise<void>
  /** A server that listens already: that of a standby, which passes its requests on when it has taken over. */
  readonly http?: HttpServer
  /** How long a connection may be open before its first byte. */
  readonly silentConnectionMs?: number
}

export interface App {
  readonly server: Server
  /** Handles one request. */
  handle(request: IncomingMessage, response: ServerResponse): void
  listen(options: ListenOptions): Promise<void>
  /** Ends all streams and stops listening; resolves when every connection is closed. */
  close(): Promise<void>
}

export const SILENT_CONNECTION_MS = 30_000

/** Probes report a service that is starting, so they must not wait for it. */
const isProbe = (url: string) => /^\/(livez|readyz)(\?|$)/.test(url)

/** Builds the application; it does not listen yet. */
export async function createApp<S extends HttpServices>(services: S, options: AppOptions<S>): Promise<App> {
  const { config, ids, lifecycle, clock, observation } = services
  const endpoints = endpointsOf(options.routes, config.basePath)
  const prefix = pathPrefix(config)
  checkPrefix(prefix, endpoints)
  const gate = createGate(services, createLimiter(config.rateLimit, clock))
  const streams = new AllStreams()
  const counter = new StreamCounter(config)
  const audit = new RequestAudit(services)
  const dispatch = { services, gate, checkReplies: options.checkReplies ?? false, streams, counter, audit }
  const answer = answerer(services, routerOf(endpoints, dispatch))
  const afterReady = waitingFor(options.ready)
  let isClosing = false
  // Keep connections while the port is still open: clients would only reconnect, and be reset.
  const isLast = () => isClosing || (lifecycle.isStopping && !http.server.listening)
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    if (prefix !== '') request.url = withoutPrefix(request.url ?? '/', prefix)
    const { from, requestId } = clientFacts(request, config.trustProxy)
    const id = requestId ?? ids.uuid()
    const headers = { ...SECURITY_HEADERS, 'x-request-id': id }
    const exchange = new Exchange(request, response, { id, headers, from, isLast })
    if (observation !== undefined) observed(exchange, observation)
    if (isProbe(exchange.url)) void answer(exchange)
    else afterReady(() => void answer(exchange))
  }
  const { silentConnectionMs = SILENT_CONNECTION_MS } = options
  const http = options.http ?? new HttpServer(handle, { silentConnectionMs })
  return {
    server: http.server,
    handle,
    listen: (where) => http.listen(where),
    close() {
      isClosing = true
      streams.end()
      return http.close()
    },
  }
}

function checkPrefix(prefix: string, endpoints: readonly { readonly url: string }[]): void {
  const taken = routeAtPrefix(
    prefix,
    endpoints.map(({ url }) => url),
  )
  if (taken === undefined) return
  throw new BadSetting(`--public-url must not have the path ${prefix}: the service itself serves ${taken}.`)
}

type Target = ReturnType<typeof dispatchTo>

function routerOf<S extends HttpServices>(endpoints: readonly Endpoint<S>[], dispatch: Dispatch<S>): Router<Target> {
  const router = new Router<Target>()
  for (const { route, url } of endpoints) router.add(methodsOf(route), url, dispatchTo(route, dispatch))
  return router
}

/** Responds to requests; never rejects. */
function answerer({ config, log }: HttpServices, router: Router<Target>): (exchange: Exchange) => Promise<void> {
  const cors = createCors(config.corsOrigin)
  const isAllowedHost = hostRule(config)
  return async (exchange) => {
    try {
      checkHostHeader(exchange.request, isAllowedHost)
      if (cors?.(exchange) === true) return
      const { method, url } = exchange
      const found = router.find(method, url)
      if (found !== undefined) return await found.target(exchange, found.params)
      exchange.send(unknownPath(method, router.methodsAt(url)))
    } catch (error) {
      const refused = errorResponse(error, exchange, log)
      if (exchange.response.headersSent) exchange.response.destroy()
      else exchange.send(refused)
    }
  }
}

/** Runs functions once the promise has resolved; synchronously from then on. */
function waitingFor(ready: Promise<void> | undefined): (then: () => void) => void {
  let isReady = ready === undefined
  const opening = ready?.then(() => {
    isReady = true
  })
  return (then) => {
    if (isReady) then()
    else void opening?.then(then)
  }
}
