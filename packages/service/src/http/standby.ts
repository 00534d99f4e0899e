/**
 * Responds while another service uses the database: `/livez` is 200, everything else 503 with `Retry-After`, so that a
 * proxy sends the request to the other service. During a takeover `/readyz` is 200 and requests wait for the application,
 * which replaces this handler on the same port.
 */
import type { RequestListener } from 'node:http'
import { type Liveness, Problem, type Readiness } from '@millrace/model'
import type { Config } from '../platform/config.ts'
import { hostRule } from '../platform/hosts.ts'
import type { Ids, Log } from '../platform/ports.ts'
import { pathPrefix, withoutPrefix } from '../platform/public-address.ts'
import { errorResponse } from './error-response.ts'
import { Exchange } from './exchange.ts'
import type { HeldRequests } from './held-requests.ts'
import { checkHostHeader } from './host-header.ts'
import { JSON_TYPE } from './print-reply.ts'
import { SECURITY_HEADERS } from './response-headers.ts'

export interface StandbyNeeds {
  readonly config: Pick<Config, 'host' | 'allowedHost' | 'publicUrl'>
  readonly ids: Ids
  readonly log: Log
  /** The service that uses the database; undefined if it is not known. */
  readonly holder: () => string | undefined
  /** True if the port is closed: connections must not be used again. */
  readonly isLast: () => boolean
  /** The requests that wait for the end of a takeover. */
  readonly held: HeldRequests
}

/** A proxy that has no other service tries again after this time. */
const RETRY_AFTER_SECONDS = 1
const WAITING = 'This service is a standby and waits for the database.'

export function standbyHandler({ config, ids, log, holder, isLast, held }: StandbyNeeds): RequestListener {
  const isAllowedHost = hostRule(config)
  return (request, response) => {
    const id = ids.uuid()
    const exchange = new Exchange(request, response, {
      id,
      headers: { ...SECURITY_HEADERS, 'x-request-id': id },
      isLast,
    })
    const refuse = (error: unknown) => exchange.send(errorResponse(error, { id }, log))
    try {
      checkHostHeader(request, isAllowedHost)
      const [path] = withoutPrefix(exchange.url, pathPrefix(config)).split('?')
      if (path === '/livez') return exchange.send(ALIVE)
      if (path === '/readyz') {
        if (held.isHolding) return exchange.send(READY)
        throw standsBy(holder())
      }
      if (!held.hold(request, response, () => refuse(standsBy()))) throw standsBy()
    } catch (error) {
      refuse(error)
    }
  }
}

const replyOf = (body: Liveness | Readiness) => ({
  ...{ status: 200, type: JSON_TYPE, extras: {} },
  body: JSON.stringify(body),
})
const ALIVE = replyOf({ status: 'alive' })
const READY = replyOf({ status: 'ready', engine: 'embedded', role: 'all', database: 'available' })

function standsBy(holder?: string): Problem {
  const details =
    holder === undefined ? [] : [{ code: 'STANDBY', message: `The database is in use by ${holder}.`, path: '' }]
  return new Problem('NOT_READY', { message: WAITING, retryAfterSeconds: RETRY_AFTER_SECONDS, details })
}
