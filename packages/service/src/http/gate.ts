/** Who is asking, and may they? Everything that is decided before a route's own code sees a request. */
import { Problem } from '@millrace/model'
import { ANONYMOUS, type Caller, may } from '../platform/caller.ts'
import type { Route } from './define-route.ts'
import type { Exchange } from './exchange.ts'
import type { HttpServices } from './http-services.ts'
import { provenanceOfHeaders } from './origin-rule.ts'
import type { Limiter } from './rate-limit.ts'
import { sessionIn } from './session-cookie.ts'

export type Gate = (route: Route, exchange: Exchange) => Promise<Caller>

/** Lets a request in with its caller, or throws the Problem that it is refused with. */
export function createGate({ auth, config }: HttpServices, limiter: Limiter | undefined): Gate {
  return async (route, exchange) => {
    if (route.access === 'open') {
      limiter?.(exchange, ANONYMOUS)
      return ANONYMOUS
    }
    const caller = await recognised(route, exchange)
    limiter?.(exchange, caller)
    refuseForeign(route, exchange, caller)
    if (!may(caller, route.access)) {
      throw new Problem('FORBIDDEN', { message: `This needs the permission "${route.access}".` })
    }
    return caller
  }

  async function recognised(route: Route, exchange: Exchange): Promise<Caller> {
    try {
      return await auth.callerOf(credentialsOf(route, exchange))
    } catch (error) {
      limiter?.(exchange, ANONYMOUS)
      throw error
    }
  }

  /** A credential that a browser adds by itself counts only for pages that may use it. */
  function refuseForeign(route: Route, exchange: Exchange, caller: Caller): void {
    const isAmbient = caller.via === 'session' || caller.via === 'nothing'
    const isRead = exchange.method === 'GET' || exchange.method === 'HEAD'
    if (!isAmbient || (isRead && route.streaming !== true)) return
    const from = provenanceOfHeaders(exchange.request.headers, config.corsOrigin)
    const isFine = from === 'own' || (from === 'unknown' && (isRead || caller.via === 'nothing'))
    if (!isFine) throw new Problem('FORBIDDEN', { message: 'A page of this origin may not act for a signed-in user.' })
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
