/** Authenticates and authorises requests before the code of a route runs. */
import { type Permission, Problem } from '@millrace/model'
import { ANONYMOUS, type Caller, may } from '../platform/caller.ts'
import { forbidden } from '../platform/project-access.ts'
import { withTrace } from '../platform/trace-context.ts'
import type { Route } from './define-route.ts'
import type { Exchange } from './exchange.ts'
import type { HttpServices } from './http-services.ts'
import { ownOrigins, provenanceOfHeaders } from './origin-rule.ts'
import type { Limiter } from './rate-limit.ts'
import { sessionIn } from './session-cookie.ts'

export type Gate = (route: Route, exchange: Exchange) => Caller | Promise<Caller>

/** Returns the caller of a request, or throws the Problem to respond with. */
export function createGate({ auth, config }: HttpServices, limiter: Limiter | undefined): Gate {
  const origins = ownOrigins(config)
  return (route, exchange) => {
    const { access, openWith } = route
    const isOpen = openWith !== undefined && config[openWith]
    if (access !== 'open' && !isOpen) return authorised(route, access, exchange)
    exchange.caller = ANONYMOUS
    limiter?.(exchange, ANONYMOUS)
    return withTrace(ANONYMOUS, exchange.request.headers)
  }

  // Not async: most callers are known at once, and every promise would delay the request by a turn of the microtasks.
  function authorised(route: Route, access: Permission, exchange: Exchange): Caller | Promise<Caller> {
    const found = authenticated(route, exchange)
    if (!(found instanceof Promise)) return admitted(route, access, exchange, found)
    return found.then((caller) => admitted(route, access, exchange, caller))
  }

  function admitted(route: Route, access: Permission, exchange: Exchange, caller: Caller): Caller {
    exchange.caller = caller
    limiter?.(exchange, caller)
    checkOrigin(route, exchange, caller)
    // The rights of a member depend on the project of the request; see project-gate.ts.
    const isDecidedLater = caller.projects !== undefined && (route.scope ?? 'instance') !== 'instance'
    if (!isDecidedLater && !may(caller, access)) throw forbidden(access)
    return withTrace(caller, exchange.request.headers)
  }

  function authenticated(route: Route, exchange: Exchange): Caller | Promise<Caller> {
    const refused = (error: unknown): never => {
      limiter?.(exchange, ANONYMOUS)
      throw error
    }
    try {
      const found = auth.callerOf(credentialsOf(route, exchange))
      return found instanceof Promise ? found.catch(refused) : found
    } catch (error) {
      return refused(error)
    }
  }

  /** Credentials that a browser adds automatically are accepted only from pages of allowed origins. */
  function checkOrigin(route: Route, exchange: Exchange, caller: Caller): void {
    const isAmbient = caller.via === 'session' || caller.via === 'nothing'
    const isRead = exchange.method === 'GET' || exchange.method === 'HEAD'
    if (!isAmbient || (isRead && route.streaming !== true)) return
    const from = provenanceOfHeaders(exchange.request.headers, origins)
    const isFine = from === 'own' || (from === 'unknown' && (isRead || caller.via === 'nothing'))
    if (!isFine) throw new Problem('FORBIDDEN', { message: 'Requests from pages of this origin are not allowed.' })
  }
}

function credentialsOf(route: Route, { request: { headers }, url }: Exchange) {
  const key = headers['x-api-key']
  return {
    authorization: headers.authorization,
    apiKey: typeof key === 'string' ? key : undefined,
    ticket: route.streaming === true ? ticketIn(url) : undefined,
    session: sessionIn(headers),
  }
}

function ticketIn(url: string): string | undefined {
  return new URLSearchParams(url.slice(url.indexOf('?') + 1)).get('ticket') ?? undefined
}
