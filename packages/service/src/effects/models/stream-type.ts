/**
 * Whoever asks for a stream and gets a page or a document would read it to its end, find no event in it, and take it for
 * a stream that broke off.
 */
import { NodeFailure } from '@millrace/model'
import type { EgressFetch } from '../http/egress-fetch.ts'

/** What no stream is; others are read, since not every server names its streams well. */
const NO_STREAM = /^\s*(text\/html|application\/([\w.-]+\+)?json)\b/i
const MAX_SHOWN = 60

export function expectingStreams(fetch: EgressFetch): EgressFetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const type = response.headers.get('content-type') ?? ''
    const { host, pathname } = new URL(typeof input === 'object' && 'url' in input ? input.url : input)
    if (!response.ok || !NO_STREAM.test(type) || !asksForStream(pathname, init?.body)) return response
    await response.body?.cancel()
    const message = `${host} was asked for a stream and answered with ${type.trim().slice(0, MAX_SHOWN)}, which is none.`
    throw new NodeFailure('MODEL_BAD_ANSWER', message)
  }
}

/** Google says it in the address, the others in the body. */
function asksForStream(pathname: string, body: unknown): boolean {
  if (pathname.endsWith(':streamGenerateContent')) return true
  return typeof body === 'string' && (JSON.parse(body) as { stream?: unknown }).stream === true
}
