import type { IncomingMessage } from 'node:http'
import { Problem } from '@millrace/model'
import { hasSeveralHosts } from '../platform/hosts.ts'

const NO_HOST = { status: 400, message: 'The request has no Host header.' } as const
const TWO_HOSTS = { status: 400, message: 'The request has more than one Host header.' } as const
const WRONG_HOST = 'The host name of the request is not allowed; add it with --allowed-host.'

/** Throws a Problem unless the request has exactly one Host header, with an allowed name. */
export function checkHostHeader(request: IncomingMessage, isAllowed: ((host: string) => boolean) | undefined): void {
  const { host } = request.headers
  if (host === undefined && request.httpVersion === '1.1') throw new Problem('VALIDATION_ERROR', NO_HOST)
  if (hasSeveralHosts(request.rawHeaders)) throw new Problem('VALIDATION_ERROR', TWO_HOSTS)
  if (host !== undefined && isAllowed?.(host) === false) throw new Problem('FORBIDDEN', { message: WRONG_HOST })
}
