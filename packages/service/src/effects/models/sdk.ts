/** The AI SDK and its providers, loaded with the first model call to save memory. */
import type { EmbeddingModel, LanguageModel } from 'ai'
import type { EgressFetch } from '../http/egress-fetch.ts'
import type { ModelTarget, RemoteProvider } from './model-target.ts'

/** The models of a provider at one address with one key. */
export interface SdkProvider {
  text(model: string): LanguageModel
  embedding(model: string): EmbeddingModel
}

/** Loads the SDK. */
export async function loadSdk() {
  // Otherwise the SDK prints warnings to the console.
  globalThis.AI_SDK_LOG_WARNINGS = false
  return import('ai')
}

interface ProviderOptions {
  readonly baseURL: string
  /** Never undefined, because the providers would read a key from the environment. */
  readonly apiKey: string
  readonly fetch: EgressFetch
}

const LOAD: Readonly<Record<RemoteProvider, (options: ProviderOptions) => Promise<SdkProvider>>> = {
  async openai(options) {
    const { createOpenAI } = await import('@ai-sdk/openai')
    const provider = createOpenAI(options)
    return { text: (model) => provider.responses(model), embedding: (model) => provider.embeddingModel(model) }
  },
  async anthropic(options) {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    const provider = createAnthropic(options)
    return { text: (model) => provider.languageModel(model), embedding: (model) => provider.embeddingModel(model) }
  },
  async google(options) {
    const { createGoogle } = await import('@ai-sdk/google')
    const provider = createGoogle(options)
    return { text: (model) => provider.languageModel(model), embedding: (model) => provider.embeddingModel(model) }
  },
  ollama: compatible,
  openai_compatible: compatible,
}

async function compatible({ apiKey, ...options }: ProviderOptions): Promise<SdkProvider> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const provider = createOpenAICompatible({
    ...options,
    ...(apiKey === '' ? {} : { apiKey }),
    name: 'openaiCompatible',
    includeUsage: true,
    supportsStructuredOutputs: true,
  })
  return { text: (model) => provider.chatModel(model), embedding: (model) => provider.embeddingModel(model) }
}

/** Loads the SDK and the package of a provider; a later call finds them loaded. */
export async function loadProvider(provider: RemoteProvider): Promise<void> {
  await loadSdk()
  await LOAD[provider]({ baseURL: 'http://localhost', apiKey: '', fetch })
}

/** The provider of a target; all of its requests go through `fetch`. */
export function sdkProvider({ provider, baseUrl, key }: ModelTarget, fetch: EgressFetch): Promise<SdkProvider> {
  return LOAD[provider]({ baseURL: baseUrl, apiKey: key ?? '', fetch })
}
