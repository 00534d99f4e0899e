/**
 * Rejects an HTML page or JSON document in place of a stream: the SDK would read it to its end, find no event, and report
 * a stream that ended early.
 */
import { NodeFailure } from '@millrace/model'
import type { EgressFetch } from '../http/egress-fetch.ts'

/** Types that are never a stream; others are read, because some servers send unusual types. */
const NO_STREAM = /^\s*(text\/html|application\/([\w.-]+\+)?json)\b/i
const MAX_SHOWN = 60

export function expectingStreams(fetch: EgressFetch): EgressFetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const type = response.headers.get('content-type') ?? ''
    const { host, pathname } = new URL(typeof input === 'object' && 'url' in input ? input.url : input)
    if (!response.ok || !NO_STREAM.test(type) || !asksForStream(pathname, init?.body)) return response
    await response.body?.cancel()
    const message = `${host} must respond with a stream (got ${type.trim().slice(0, MAX_SHOWN)}).`
    throw new NodeFailure('MODEL_BAD_ANSWER', message)
  }
}

/** Google has it in the address, the others in the body. */
function asksForStream(pathname: string, body: unknown): boolean {
  if (pathname.endsWith(':streamGenerateContent')) return true
  return typeof body === 'string' && (JSON.parse(body) as { stream?: unknown }).stream === true
}
