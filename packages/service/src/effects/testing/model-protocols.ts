/** The response formats of the providers, at once or streamed; used by `model-server.ts`. */

/** The content of a response. */
export interface SpokenAnswer {
  readonly text: string
  readonly pieces: readonly string[]
  readonly calls: readonly { readonly id: string; readonly name: string; readonly args: string }[]
  readonly usage: { readonly input: number; readonly output: number }
  readonly finish: 'stop' | 'length'
}

export interface SpokenEvent {
  readonly event?: string
  readonly data: object | string
}

export interface Protocol {
  readonly path: RegExp
  whole(answer: SpokenAnswer): object
  stream(answer: SpokenAnswer): SpokenEvent[]
  /** For a path that returns embeddings. */
  readonly embed?: (body: Record<string, unknown>) => object
}

const MODEL = 'test-model'

/** Splits arguments into chunks that are not JSON on their own. */
function inPieces(text: string): string[] {
  const third = Math.max(1, Math.ceil(text.length / 3))
  return [text.slice(0, third), text.slice(third, 2 * third), text.slice(2 * third)].filter((piece) => piece !== '')
}

function chunk(delta: object, finish: string | null = null, usage?: object): SpokenEvent {
  const choices = [{ index: 0, delta, finish_reason: finish }]
  return { data: { id: 'chat-1', created: 1, model: MODEL, choices, ...(usage && { usage }) } }
}

const chat: Protocol = {
  path: /\/chat\/completions$/,
  whole({ text, calls, usage, finish }) {
    const tool_calls = calls.map(({ id, name, args }) => ({
      id,
      type: 'function',
      function: { name, arguments: args },
    }))
    const message = { role: 'assistant', content: text, ...(calls.length > 0 && { tool_calls }) }
    const finish_reason = calls.length > 0 ? 'tool_calls' : finish
    return {
      id: 'chat-1',
      created: 1,
      model: MODEL,
      choices: [{ index: 0, message, finish_reason }],
      usage: tokens(usage),
    }
  },
  stream({ pieces, calls, usage, finish }) {
    const spoken = pieces.map((content) => chunk({ content }))
    const called = calls.flatMap(({ id, name, args }, index) => [
      chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
      ...inPieces(args).map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ])
    const last = chunk({}, calls.length > 0 ? 'tool_calls' : finish, tokens(usage))
    return [chunk({ role: 'assistant', content: '' }), ...spoken, ...called, last, { data: '[DONE]' }]
  },
}

function tokens({ input, output }: SpokenAnswer['usage']) {
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output }
}

function outputItems({ text, calls }: SpokenAnswer): Record<string, unknown>[] {
  const content = [{ type: 'output_text', text, annotations: [] }]
  return [
    ...(text === '' ? [] : [{ type: 'message', role: 'assistant', id: 'msg_1', status: 'completed', content }]),
    ...calls.map(({ id, name, args }) => ({
      type: 'function_call',
      id: `fc_${id}`,
      call_id: id,
      name,
      arguments: args,
      status: 'completed',
    })),
  ]
}

function responseOf(answer: SpokenAnswer) {
  const { usage, finish } = answer
  return {
    id: 'resp_1',
    object: 'response',
    created_at: 1,
    model: MODEL,
    status: finish === 'length' ? 'incomplete' : 'completed',
    incomplete_details: finish === 'length' ? { reason: 'max_output_tokens' } : null,
    output: outputItems(answer),
    usage: { input_tokens: usage.input, output_tokens: usage.output, total_tokens: usage.input + usage.output },
  }
}

const responses: Protocol = {
  path: /\/responses$/,
  whole: responseOf,
  stream(answer) {
    const { usage: _, ...begun } = responseOf(answer)
    const events: object[] = [{ type: 'response.created', response: { ...begun, output: [] } }]
    for (const [output_index, item] of outputItems(answer).entries()) {
      const isText = item.type === 'message'
      const pieces = isText ? answer.pieces : inPieces(String(item.arguments))
      const type = isText ? 'response.output_text.delta' : 'response.function_call_arguments.delta'
      const open = isText ? { ...item, content: [] } : { ...item, arguments: '' }
      events.push({ type: 'response.output_item.added', output_index, item: open })
      events.push(...pieces.map((delta) => ({ type, item_id: item.id, output_index, content_index: 0, delta })))
      events.push({ type: 'response.output_item.done', output_index, item })
    }
    const end = answer.finish === 'length' ? 'response.incomplete' : 'response.completed'
    events.push({ type: end, response: responseOf(answer) })
    return events.map((data) => ({ event: (data as { type: string }).type, data }))
  },
}

const anthropic: Protocol = {
  path: /\/messages$/,
  whole({ text, calls, usage, finish }) {
    return {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: MODEL,
      content: [
        ...(text === '' ? [] : [{ type: 'text', text }]),
        ...calls.map(({ id, name, args }) => ({ type: 'tool_use', id, name, input: JSON.parse(args) })),
      ],
      stop_reason: anthropicStop(calls, finish),
      stop_sequence: null,
      usage: { input_tokens: usage.input, output_tokens: usage.output },
    }
  },
  stream({ pieces, calls, usage, finish }) {
    const message = { id: 'msg_1', type: 'message', role: 'assistant', model: MODEL, content: [] }
    const stop = { stop_reason: anthropicStop(calls, finish), stop_sequence: null }
    const begin = { ...message, stop_reason: null, usage: { input_tokens: usage.input, output_tokens: 0 } }
    const spoken = block(
      0,
      { type: 'text', text: '' },
      pieces.map((text) => ({ type: 'text_delta', text })),
    )
    const called = calls.flatMap(({ id, name, args }, at) =>
      block(
        at + 1,
        { type: 'tool_use', id, name, input: {} },
        inPieces(args).map((partial_json) => ({ type: 'input_json_delta', partial_json })),
      ),
    )
    const events = [
      { type: 'message_start', message: begin },
      ...(pieces.length > 0 ? spoken : []),
      ...called,
      { type: 'message_delta', delta: stop, usage: { output_tokens: usage.output } },
      { type: 'message_stop' },
    ]
    return events.map((data) => ({ event: data.type, data }))
  },
}

function anthropicStop(calls: SpokenAnswer['calls'], finish: SpokenAnswer['finish']): string {
  if (calls.length > 0) return 'tool_use'
  return finish === 'length' ? 'max_tokens' : 'end_turn'
}

function block(index: number, content_block: object, deltas: readonly object[]) {
  return [
    { type: 'content_block_start', index, content_block },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ]
}

function candidate(parts: readonly object[], { usage, finish }: SpokenAnswer, isLast: boolean) {
  const finishReason = finish === 'length' ? 'MAX_TOKENS' : 'STOP'
  const counted = {
    promptTokenCount: usage.input,
    candidatesTokenCount: usage.output,
    totalTokenCount: usage.input + usage.output,
  }
  const one = { content: { role: 'model', parts }, ...(isLast && { finishReason }) }
  return { candidates: [one], ...(isLast && { usageMetadata: counted }) }
}

function functionCalls({ calls }: SpokenAnswer): object[] {
  return calls.map(({ name, args }) => ({ functionCall: { name, args: JSON.parse(args) } }))
}

const google: Protocol = {
  path: /:(streamG|g)enerateContent(\?|$)/,
  whole: (answer) =>
    candidate([...(answer.text === '' ? [] : [{ text: answer.text }]), ...functionCalls(answer)], answer, true),
  stream: (answer) => [
    ...answer.pieces.map((text) => ({ data: candidate([{ text }], answer, false) })),
    { data: candidate(functionCalls(answer), answer, true) },
  ],
}

const NOT_SPOKEN = { whole: () => ({}), stream: () => [] }

/** A vector that depends on the length and the first character of the text. */
function vectorOf(text: unknown): number[] {
  return [String(text).length, String(text).codePointAt(0) ?? 0, 1]
}

const embeddings: Protocol = {
  ...NOT_SPOKEN,
  path: /\/embeddings$/,
  embed({ input }) {
    const texts = Array.isArray(input) ? input : [input]
    const data = texts.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) }))
    return { object: 'list', data, model: MODEL, usage: { prompt_tokens: texts.length, total_tokens: texts.length } }
  },
}

interface GoogleText {
  readonly content: { readonly parts: readonly { readonly text: string }[] }
}

const googleEmbeddings: Protocol = {
  ...NOT_SPOKEN,
  path: /:(batchE|e)mbedContents?$/,
  embed(body) {
    const valuesOf = ({ content }: GoogleText) => ({ values: vectorOf(content.parts[0]?.text) })
    const { requests } = body as unknown as { requests?: GoogleText[] }
    if (requests !== undefined) return { embeddings: requests.map(valuesOf) }
    return { embedding: valuesOf(body as unknown as GoogleText) }
  },
}

export const PROTOCOLS: readonly Protocol[] = [chat, responses, anthropic, google, embeddings, googleEmbeddings]
