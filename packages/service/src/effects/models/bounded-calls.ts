/**
 * Limits the tool calls of a response and makes their ids unique: the SDK compares every call with all others, and treats
 * two calls with the same id as one.
 */
import type { LanguageModelMiddleware } from 'ai'

/** More than any agent makes; further calls are dropped. */
const MAX_CALLS = 1000

export const boundedCalls: LanguageModelMiddleware = {
  async wrapGenerate({ doGenerate }) {
    const { content, ...rest } = await doGenerate()
    const calls = new Calls()
    return {
      ...rest,
      content: content.flatMap((part): typeof content => (part.type === 'tool-call' ? calls.admit(part) : [part])),
    }
  },

  async wrapStream({ doStream }) {
    const { stream, ...rest } = await doStream()
    const calls = new Calls()
    const bounded = new TransformStream<StreamPart, StreamPart>({
      transform(part, controller) {
        if (part.type === 'tool-call') for (const call of calls.admit(part)) controller.enqueue(call)
        // Partial tool calls are dropped: only complete ones are used.
        else if (!part.type.startsWith('tool-input-')) controller.enqueue(part)
      },
    })
    return { ...rest, stream: stream.pipeThrough(bounded) }
  },
}

type StreamPart =
  Awaited<
    ReturnType<Parameters<NonNullable<LanguageModelMiddleware['wrapStream']>>[0]['doStream']>
  >['stream'] extends ReadableStream<infer Part>
    ? Part
    : never

class Calls {
  readonly #ids = new Set<string>()
  #count = 0

  /** The call with a unique id; empty if there are too many. */
  admit<Call extends { readonly toolCallId: string }>(call: Call): Call[] {
    if (this.#count >= MAX_CALLS) return []
    this.#count += 1
    let id = call.toolCallId
    for (let number = this.#count; this.#ids.has(id); number++) id = `${call.toolCallId}-${number}`
    this.#ids.add(id)
    return [id === call.toolCallId ? call : { ...call, toolCallId: id }]
  }
}
