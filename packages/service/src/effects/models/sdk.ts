/** The AI SDK and its providers, loaded when the first model is asked: a service that asks none does not carry them. */
import type { EmbeddingModel, LanguageModel } from 'ai'
import type { EgressFetch } from '../http/egress-fetch.ts'
import type { ModelTarget, RemoteProvider } from './model-target.ts'

/** The models of a provider at one place, with one key. */
export interface SdkProvider {
  text(model: string): LanguageModel
  embedding(model: string): EmbeddingModel
}

/** The SDK itself. */
export async function loadSdk() {
  // Else it prints what it thinks of a call to the console.
  globalThis.AI_SDK_LOG_WARNINGS = false
  return import('ai')
}

interface Place {
  readonly baseURL: string
  /** Never undefined: the providers would look for a key in the environment by themselves. */
  readonly apiKey: string
  readonly fetch: EgressFetch
}

const LOAD: Readonly<Record<RemoteProvider, (place: Place) => Promise<SdkProvider>>> = {
  async openai(place) {
    const { createOpenAI } = await import('@ai-sdk/openai')
    const provider = createOpenAI(place)
    return { text: (model) => provider.responses(model), embedding: (model) => provider.embeddingModel(model) }
  },
  async anthropic(place) {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    const provider = createAnthropic(place)
    return { text: (model) => provider.languageModel(model), embedding: (model) => provider.embeddingModel(model) }
  },
  async google(place) {
    const { createGoogle } = await import('@ai-sdk/google')
    const provider = createGoogle(place)
    return { text: (model) => provider.languageModel(model), embedding: (model) => provider.embeddingModel(model) }
  },
  ollama: compatible,
  openai_compatible: compatible,
}

async function compatible({ apiKey, ...place }: Place): Promise<SdkProvider> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const provider = createOpenAICompatible({
    ...place,
    ...(apiKey === '' ? {} : { apiKey }),
    name: 'openaiCompatible',
    includeUsage: true,
    supportsStructuredOutputs: true,
  })
  return { text: (model) => provider.chatModel(model), embedding: (model) => provider.embeddingModel(model) }
}

/** The provider of a target; everything it sends goes through `fetch`. */
export function sdkProvider({ provider, baseUrl, key }: ModelTarget, fetch: EgressFetch): Promise<SdkProvider> {
  return LOAD[provider]({ baseURL: baseUrl, apiKey: key ?? '', fetch })
}
