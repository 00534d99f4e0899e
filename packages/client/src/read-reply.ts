/** Reads the body of a reply that succeeded. */
import type { Saved } from './types.ts'

/**
 * By the kind of the operation: `data` unwraps the envelope, `saved` keeps its warnings, `page` adds the counts of the
 * headers, `json` is the body itself (text if the reply is not JSON), `done` returns nothing.
 */
export async function readReply(kind: string, response: Response, args: Readonly<Record<string, unknown>>) {
  if (kind === 'done') {
    // Read to the end, so that the connection can be used again.
    await response.arrayBuffer()
    return undefined
  }
  if (kind === 'json' && !/\bjson\b/.test(response.headers.get('content-type') ?? 'json')) return response.text()
  const body: unknown = await response.json()
  if (kind === 'json') return body
  const { data, warnings = [] } = body as Envelope
  switch (kind) {
    case 'saved':
      return { data, warnings } satisfies Saved<unknown>
    case 'page':
      return {
        items: data,
        total: numberIn(response, 'x-total-count'),
        limit: numberIn(response, 'x-page-size'),
        offset: Number(args.offset ?? 0),
        ...(response.headers.get('x-search-partial') === 'true' ? { isPartial: true } : {}),
      }
    default:
      return data
  }
}

/** The service checks its replies against the schemas that the types are printed from. */
interface Envelope {
  readonly data: unknown
  readonly warnings?: string[]
}

function numberIn(response: Response, header: string): number | undefined {
  const text = response.headers.get(header)
  return text === null ? undefined : Number(text)
}
