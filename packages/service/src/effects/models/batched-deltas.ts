/**
 * Merges the deltas of a stream. Providers send one per token, some servers one per character, and each costs the SDK
 * and the display time. Deltas within a short time become one, so that the cost depends on the length of the text.
 */
import type { LanguageModelMiddleware } from 'ai'

type StreamResult = Awaited<ReturnType<Parameters<NonNullable<LanguageModelMiddleware['wrapStream']>>[0]['doStream']>>
type Part = StreamResult['stream'] extends ReadableStream<infer P> ? P : never
type DeltaPart = Extract<Part, { readonly delta: string }>

/** Short enough that a reader does not notice it. */
const MOMENT_MS = 30

export const batchedDeltas: LanguageModelMiddleware = {
  async wrapStream({ doStream }) {
    const { stream, ...rest } = await doStream()
    return { ...rest, stream: ReadableStream.from(batched(stream)) }
  },
}

async function* batched(stream: ReadableStream<Part>): AsyncGenerator<Part, void, void> {
  const reader = stream.getReader()
  const read = () => {
    const next = reader.read()
    // It may reject before it is awaited; the next await gets the error.
    next.catch(() => {})
    return next
  }
  try {
    for (let next = read(); ; ) {
      const { done, value } = await next
      if (done) return
      next = read()
      if (!isDelta(value)) {
        yield value
        continue
      }
      const pieces = [value.delta]
      const moment = momentFrom()
      for (;;) {
        const more = await Promise.race([next, moment.over])
        if (more === undefined || more.done || !continues(value, more.value)) break
        pieces.push(more.value.delta)
        next = read()
      }
      moment.end()
      yield { ...value, delta: pieces.join('') }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function isDelta(part: Part): part is DeltaPart {
  return 'delta' in part && typeof part.delta === 'string'
}

/** Deltas with provider metadata are not merged, because it applies to one delta. */
function continues(first: DeltaPart, part: Part): part is DeltaPart {
  const isPlain = isDelta(part) && part.providerMetadata === undefined && first.providerMetadata === undefined
  return isPlain && part.type === first.type && part.id === first.id
}

function momentFrom(): { readonly over: Promise<undefined>; end(): void } {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, MOMENT_MS, undefined)
  })
  return { over, end: () => clearTimeout(timer) }
}
