/**
 * Responds while another service uses the database: `/livez` is 200, everything else 503 with `Retry-After`, so that a
 * proxy sends the request to the other service. The application replaces it on the same port.
 */
import type { RequestListener } from 'node:http'
import { Problem } from '@millrace/model'
import type { Config } from '../platform/config.ts'
import { hostRule } from '../platform/hosts.ts'
import type { Ids, Log } from '../platform/ports.ts'
import { errorResponse } from './error-response.ts'
import { Exchange } from './exchange.ts'
import { checkHostHeader } from './host-header.ts'
import { JSON_TYPE } from './print-reply.ts'
import { SECURITY_HEADERS } from './response-headers.ts'

export interface StandbyNeeds {
  readonly config: Pick<Config, 'host' | 'allowedHost'>
  readonly ids: Ids
  readonly log: Log
  /** The service that uses the database; undefined if it is not known. */
  readonly holder: () => string | undefined
  /** True if the port is closed: connections must not be used again. */
  readonly isLast: () => boolean
}

/** A proxy that has no other service tries again after this time. */
const RETRY_AFTER_SECONDS = 1
const WAITING = 'This service is a standby and waits for the database.'

export function standbyHandler({ config, ids, log, holder, isLast }: StandbyNeeds): RequestListener {
  const isAllowedHost = hostRule(config.host, config.allowedHost)
  return (request, response) => {
    const id = ids.uuid()
    const exchange = new Exchange(request, response, {
      id,
      headers: { ...SECURITY_HEADERS, 'x-request-id': id },
      isLast,
    })
    try {
      checkHostHeader(request, isAllowedHost)
      const [path] = exchange.url.split('?')
      if (path === '/livez') exchange.send(ALIVE)
      else throw path === '/readyz' ? standsBy(holder()) : standsBy()
    } catch (error) {
      exchange.send(errorResponse(error, { id }, log))
    }
  }
}

const ALIVE = { status: 200, type: JSON_TYPE, body: JSON.stringify({ status: 'alive' }), extras: {} }

function standsBy(holder?: string): Problem {
  const details =
    holder === undefined ? [] : [{ code: 'STANDBY', message: `The database is in use by ${holder}.`, path: '' }]
  return new Problem('NOT_READY', { message: WAITING, retryAfterSeconds: RETRY_AFTER_SECONDS, details })
}
