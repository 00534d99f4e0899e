/** Who is asking, and may they? Everything that is decided before a route's own code sees a request. */
import { Problem } from '@millrace/model'
import type { FastifyRequest } from 'fastify'
import { type Caller, may, NOBODY } from '../identity/caller.ts'
import type { Services } from '../services.ts'
import type { Route } from './define-route.ts'
import { provenanceOfHeaders } from './origin-rule.ts'
import type { Limiter } from './rate-limit.ts'
import { sessionIn } from './session-cookie.ts'

export type Gate = (route: Route, request: FastifyRequest) => Promise<Caller>

/** Lets a request in with its caller, or throws the Problem that it is refused with. */
export function createGate({ auth, config }: Services, limiter: Limiter | undefined): Gate {
  return async (route, request) => {
    if (route.access === 'open') {
      await limiter?.(request, NOBODY)
      return NOBODY
    }
    const caller = await recognised(route, request)
    await limiter?.(request, caller)
    refuseForeign(route, request, caller)
    if (!may(caller, route.access)) {
      throw new Problem('FORBIDDEN', { message: `This needs the permission "${route.access}".` })
    }
    return caller
  }

  async function recognised(route: Route, request: FastifyRequest): Promise<Caller> {
    try {
      return await auth.callerOf(credentialsOf(route, request))
    } catch (error) {
      await limiter?.(request, NOBODY)
      throw error
    }
  }

  /** A credential that a browser adds by itself counts only for pages that may use it. */
  function refuseForeign(route: Route, request: FastifyRequest, caller: Caller): void {
    const isAmbient = caller.via === 'session' || caller.via === 'nothing'
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isAmbient || (isRead && route.streaming !== true)) return
    const from = provenanceOfHeaders(request.headers, config.corsOrigin)
    const isFine = from === 'own' || (from === 'unknown' && (isRead || caller.via === 'nothing'))
    if (!isFine) throw new Problem('FORBIDDEN', { message: 'A page of this origin may not act for a signed-in user.' })
  }
}

function credentialsOf(route: Route, { raw: { headers, url = '' } }: FastifyRequest) {
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
