/** One exchange with a model through the AI SDK: no tool loop, no retries, no telemetry. */
import type { ModelAnswer, ModelCall, Usage } from '@millrace/model'
import { NodeFailure } from '@millrace/model'
import type { EmbeddingModel, LanguageModel, LanguageModelMiddleware, LanguageModelUsage } from 'ai'
import { batchedDeltas } from './batched-deltas.ts'
import { boundedCalls } from './bounded-calls.ts'
import { endedEarly, invalidResponse } from './model-failure.ts'
import { loadSdk } from './sdk.ts'
import {
  instructionsOf,
  jsonOutput,
  messagesOf,
  schemaInstruction,
  toolCallOf,
  toolsOf,
  withoutFence,
} from './sdk-prompt.ts'

export interface ModelRequest {
  readonly host: string
  readonly signal: AbortSignal
  /** Puts the schema into the prompt, for providers that do not accept it otherwise. */
  readonly promptsSchema: boolean
}

/** OpenAI must not store the exchange. Schemas are not strict, because strict modes reject many schemas. */
const PROVIDER_OPTIONS = {
  openai: { store: false, strictJsonSchema: false },
  openaiCompatible: { strictJsonSchema: false },
}

type Sdk = Awaited<ReturnType<typeof loadSdk>>

/** Returns the response to one call; passes text to `onText` as it arrives. Throws the errors of the SDK. */
export async function askModel(model: LanguageModel, call: ModelCall, request: ModelRequest): Promise<ModelAnswer> {
  const sdk = await loadSdk()
  const options = optionsFor(sdk, call, request)
  const answer =
    call.onText === undefined
      ? await whole(sdk, model, options)
      : await streamed(sdk, model, { call, request, options })
  if (answer.finishReason === 'interrupted') throw endedEarly(request.host)
  if (answer.finishReason === 'error' && answer.text === '') throw invalidResponse(request.host)
  return request.promptsSchema ? { ...answer, text: withoutFence(answer.text) } : answer
}

function optionsFor(sdk: Sdk, call: ModelCall, { signal, promptsSchema }: ModelRequest) {
  const { schema, settings } = call
  const instructions = instructionsOf(call, schema && promptsSchema ? schemaInstruction(schema) : undefined)
  const tools = toolsOf(call, sdk)
  return {
    messages: messagesOf(call.messages),
    abortSignal: signal,
    maxRetries: 0,
    telemetry: { isEnabled: false },
    providerOptions: PROVIDER_OPTIONS,
    ...(instructions === undefined ? {} : { instructions }),
    ...(tools === undefined ? {} : { tools }),
    ...(schema === undefined || promptsSchema ? {} : { output: jsonOutput(schema, sdk) }),
    ...(settings.temperature === undefined ? {} : { temperature: settings.temperature }),
    ...(settings.maxTokens === undefined ? {} : { maxOutputTokens: settings.maxTokens }),
  }
}

type Options = ReturnType<typeof optionsFor>

async function whole(sdk: Sdk, model: LanguageModel, options: Options): Promise<ModelAnswer> {
  const wrapped = withMiddleware(sdk, model, [boundedCalls])
  const { text, toolCalls, usage, finishReason } = await sdk.generateText({ ...options, model: wrapped })
  return { text, toolCalls: toolCalls.map(toolCallOf), usage: usageOf(usage), finishReason }
}

interface Streaming {
  readonly call: ModelCall
  readonly request: ModelRequest
  readonly options: Options
}

async function streamed(sdk: Sdk, model: LanguageModel, { call, request, options }: Streaming): Promise<ModelAnswer> {
  // Errors arrive with the stream; without a listener the SDK prints them.
  const wrapped = withMiddleware(sdk, model, [batchedDeltas, boundedCalls])
  const { stream } = sdk.streamText({ ...options, model: wrapped, onError: () => {} })
  const pieces: string[] = []
  const toolCalls: ModelAnswer['toolCalls'][number][] = []
  for await (const part of stream) {
    if (part.type === 'error') throw part.error
    if (part.type === 'abort') break
    if (part.type === 'tool-call') toolCalls.push(toolCallOf(part))
    if (part.type === 'text-delta') {
      pieces.push(part.text)
      call.onText?.(part.text)
    }
    if (part.type === 'finish') {
      const { finishReason, rawFinishReason, totalUsage } = part
      // The SDK reports a stream without an end in this way.
      if (finishReason === 'other' && rawFinishReason === undefined) throw endedEarly(request.host)
      return { text: pieces.join(''), toolCalls, usage: usageOf(totalUsage), finishReason }
    }
  }
  request.signal.throwIfAborted()
  throw endedEarly(request.host)
}

/** Adds middleware that reduces the SDK's work per response. The first one gets the output of the later ones. */
function withMiddleware(sdk: Sdk, model: LanguageModel, middleware: LanguageModelMiddleware[]): LanguageModel {
  // Our models are never strings, and all have the version of this SDK.
  if (typeof model === 'string' || model.specificationVersion !== 'v4') return model
  return sdk.wrapLanguageModel({ model, middleware })
}

/** Embeds texts, in as many requests as the provider's limits require. */
export async function askForEmbeddings(model: EmbeddingModel, texts: readonly string[], signal: AbortSignal) {
  const sdk = await loadSdk()
  const { embeddings, usage } = await sdk.embedMany({
    model,
    values: [...texts],
    abortSignal: signal,
    maxRetries: 0,
    maxParallelCalls: 2,
    telemetry: { isEnabled: false },
  })
  if (embeddings.length !== texts.length) {
    throw new NodeFailure(
      'MODEL_BAD_ANSWER',
      `The model must return one embedding per text (got ${embeddings.length} for ${texts.length} texts).`,
    )
  }
  return { embeddings, usage: usageOf({ inputTokens: usage.tokens, outputTokens: 0, totalTokens: usage.tokens }) }
}

/** Counts that a provider does not report are 0. */
function usageOf(usage: Pick<LanguageModelUsage, 'inputTokens' | 'outputTokens' | 'totalTokens'>): Usage {
  const inputTokens = countOf(usage.inputTokens)
  const outputTokens = countOf(usage.outputTokens)
  return { inputTokens, outputTokens, totalTokens: countOf(usage.totalTokens) || inputTokens + outputTokens }
}

function countOf(tokens: number | undefined): number {
  return tokens !== undefined && Number.isFinite(tokens) ? Math.max(0, Math.trunc(tokens)) : 0
}
