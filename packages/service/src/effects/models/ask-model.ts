/** One exchange with a model by way of the AI SDK: no loop, no second try, nothing told to anybody else. */
import type { ModelAnswer, ModelCall, Usage } from '@millrace/model'
import { NodeFailure } from '@millrace/model'
import type { EmbeddingModel, LanguageModel, LanguageModelMiddleware, LanguageModelUsage } from 'ai'
import { batchedDeltas } from './batched-deltas.ts'
import { boundedCalls } from './bounded-calls.ts'
import { badAnswer, brokenOff } from './model-failure.ts'
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

export interface Asked {
  readonly host: string
  readonly signal: AbortSignal
  /** The schema goes into the prompt, since the provider takes it in no other way. */
  readonly promptsSchema: boolean
}

/** Nothing is kept at the provider, and a schema is a wish: strict modes take only some schemas and refuse the others. */
const PROVIDER_OPTIONS = {
  openai: { store: false, strictJsonSchema: false },
  openaiCompatible: { strictJsonSchema: false },
}

type Sdk = Awaited<ReturnType<typeof loadSdk>>

/** The answer to one call; text is handed to `onText` as it arrives. Fails with what the SDK throws. */
export async function askModel(model: LanguageModel, call: ModelCall, asked: Asked): Promise<ModelAnswer> {
  const sdk = await loadSdk()
  const options = optionsFor(sdk, call, asked)
  const answer =
    call.onText === undefined ? await whole(sdk, model, options) : await streamed(sdk, model, { call, asked, options })
  if (answer.finishReason === 'interrupted') throw brokenOff(asked.host)
  if (answer.finishReason === 'error' && answer.text === '') throw badAnswer(asked.host)
  return asked.promptsSchema ? { ...answer, text: withoutFence(answer.text) } : answer
}

function optionsFor(sdk: Sdk, call: ModelCall, { signal, promptsSchema }: Asked) {
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
  const tamed = tame(sdk, model, [boundedCalls])
  const { text, toolCalls, usage, finishReason } = await sdk.generateText({ ...options, model: tamed })
  return { text, toolCalls: toolCalls.map(toolCallOf), usage: usageOf(usage), finishReason }
}

interface Streaming {
  readonly call: ModelCall
  readonly asked: Asked
  readonly options: Options
}

async function streamed(sdk: Sdk, model: LanguageModel, { call, asked, options }: Streaming): Promise<ModelAnswer> {
  // Errors come with the stream; without a listener of ours the SDK prints them.
  const tamed = tame(sdk, model, [batchedDeltas, boundedCalls])
  const { stream } = sdk.streamText({ ...options, model: tamed, onError: () => {} })
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
      // That is how the SDK says that the provider never came to an end.
      if (finishReason === 'other' && rawFinishReason === undefined) throw brokenOff(asked.host)
      return { text: pieces.join(''), toolCalls, usage: usageOf(totalUsage), finishReason }
    }
  }
  asked.signal.throwIfAborted()
  throw brokenOff(asked.host)
}

/** What a model says reaches the SDK in a form that costs it little. The first sees what the later ones made of it. */
function tame(sdk: Sdk, model: LanguageModel, middleware: LanguageModelMiddleware[]): LanguageModel {
  // Ours are never named by a text, and all of the version that the SDK of this version speaks.
  if (typeof model === 'string' || model.specificationVersion !== 'v4') return model
  return sdk.wrapLanguageModel({ model, middleware })
}

/** Vectors for texts, asked for in as many pieces as the provider's limits make it. */
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
    throw new NodeFailure('MODEL_BAD_ANSWER', 'The model gave back another number of embeddings than there are texts.')
  }
  return { embeddings, usage: usageOf({ inputTokens: usage.tokens, outputTokens: 0, totalTokens: usage.tokens }) }
}

/** What a provider does not tell counts as nothing. */
function usageOf(usage: Pick<LanguageModelUsage, 'inputTokens' | 'outputTokens' | 'totalTokens'>): Usage {
  const inputTokens = countOf(usage.inputTokens)
  const outputTokens = countOf(usage.outputTokens)
  return { inputTokens, outputTokens, totalTokens: countOf(usage.totalTokens) || inputTokens + outputTokens }
}

function countOf(tokens: number | undefined): number {
  return tokens !== undefined && Number.isFinite(tokens) ? Math.max(0, Math.trunc(tokens)) : 0
}
