/**
 * What a model streams, in fewer and larger pieces. Providers send a piece for every token, and some servers for every
 * character; the SDK, and whoever shows the text, have work with each. Pieces that follow each other within a moment
 * become one, so that a stream costs what its text costs.
 */
import type { LanguageModelMiddleware } from 'ai'

type StreamResult = Awaited<ReturnType<Parameters<NonNullable<LanguageModelMiddleware['wrapStream']>>[0]['doStream']>>
type Part = StreamResult['stream'] extends ReadableStream<infer P> ? P : never
type DeltaPart = Extract<Part, { readonly delta: string }>

/** Nobody reads faster than this. */
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
    // It may fail while nobody waits for it; whoever asks next is told.
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

/** What a provider says about one piece holds for that piece alone. */
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
