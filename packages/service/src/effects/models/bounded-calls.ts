/**
 * The calls of tools in an answer, as the SDK can bear them. It looks for every call among all others, and takes two of
 * the same id for one: so there are not too many, and each has an id of its own.
 */
import type { LanguageModelMiddleware } from 'ai'

/** More than any agent makes; what is beyond is not heard. */
const MAX_CALLS = 1000

export const boundedCalls: LanguageModelMiddleware = {
  async wrapGenerate({ doGenerate }) {
    const { content, ...rest } = await doGenerate()
    const calls = new Calls()
    return {
      ...rest,
      content: content.flatMap((part): typeof content => (part.type === 'tool-call' ? calls.heard(part) : [part])),
    }
  },

  async wrapStream({ doStream }) {
    const { stream, ...rest } = await doStream()
    const calls = new Calls()
    const bounded = new TransformStream<StreamPart, StreamPart>({
      transform(part, controller) {
        if (part.type === 'tool-call') for (const call of calls.heard(part)) controller.enqueue(call)
        // What a call is made of is of no use to us before it is whole.
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

  /** The call with an id that no other has; nothing when there are too many. */
  heard<Call extends { readonly toolCallId: string }>(call: Call): Call[] {
    if (this.#count >= MAX_CALLS) return []
    this.#count += 1
    let id = call.toolCallId
    for (let number = this.#count; this.#ids.has(id); number++) id = `${call.toolCallId}-${number}`
    this.#ids.add(id)
    return [id === call.toolCallId ? call : { ...call, toolCallId: id }]
  }
}
