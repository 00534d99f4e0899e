/**
 * Settings shared by all nodes that call a language model, in two groups so that a form can place a prompt between
 * them.
 */
import {
  type Keywords,
  type ModelSettings,
  type Provider,
  range,
  secret,
  type TitledValue,
  Type,
  titledChoice,
} from '@millrace/model'
import { given } from '../running/ask-person.ts'
import { connectionPicker, modelPicker } from './autocomplete.ts'

export const connection = Type.Optional(
  connectionPicker({
    title: 'Connection',
    description: 'A stored connection or credential, whose provider, API key and base URL are used.',
    placeholder: 'None',
    maxLength: 200,
  }),
)

/** A connection provides these settings. */
const WITHOUT_CONNECTION = { 'x-show-when': { connection: '' } } as const

export const apiKey = Type.Optional(
  secret({
    title: 'API key',
    description: 'Stored encrypted and never shown again. If empty, the key of the service.',
    'x-section': 'advanced',
    ...WITHOUT_CONNECTION,
  }),
)

export const baseUrl = Type.Optional(
  Type.String({
    title: 'Base URL',
    description: "API endpoint, if it differs from the provider's default.",
    placeholder: 'https://models.example/v1',
    maxLength: 2048,
    'x-section': 'advanced',
    'x-variants': {
      provider: { openai_compatible: { description: 'API endpoint. Required.', 'x-section': 'basic' } },
    },
    ...WITHOUT_CONNECTION,
  }),
)

const PROVIDER_TITLES = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
  ollama: ['Ollama', 'Models on your own machine.'],
  openai_compatible: ['OpenAI-compatible', 'Any server with the API of OpenAI, such as vLLM or LiteLLM.'],
  echo: ['Echo (offline)', 'Not a real model: it repeats its input.'],
} as const satisfies Record<Provider, TitledValue>

const provider = Type.Optional(
  titledChoice(PROVIDER_TITLES, { title: 'Provider', default: 'openai', ...WITHOUT_CONNECTION }),
)

/** Connection, provider and required model. */
export const modelChoice = {
  connection,
  provider,
  model: modelPicker({
    title: 'Model',
    description: 'Name of the model at the provider.',
    minLength: 1,
    maxLength: 200,
  }),
}

/** Connection, provider and model for nodes that also work without a selected model. */
export const optionalModelChoice = {
  connection,
  provider,
  model: Type.Optional(
    modelPicker({ title: 'Model', description: "If empty, the provider's default model.", maxLength: 200 }),
  ),
}

const { anthropic: _, ...EMBEDDING_PROVIDERS } = PROVIDER_TITLES

/** Providers that offer embeddings. */
export function embeddingProviders(keywords: Keywords) {
  return Type.Optional(titledChoice(EMBEDDING_PROVIDERS, { title: 'Provider', ...WITHOUT_CONNECTION, ...keywords }))
}

/** The embedding model and its key. */
export const embeddingFields = { model: optionalModelChoice.model, apiKey, baseUrl }

/** Call settings. Temperature has no default: several models reject the parameter. */
export const modelSettings = {
  temperature: Type.Optional(
    range(0, 2, {
      title: 'Temperature',
      description: 'Lower values are more deterministic, higher values more creative.',
      step: 0.1,
      'x-section': 'advanced',
    }),
  ),
  maxTokens: Type.Optional(
    Type.Integer({
      title: 'Max tokens',
      description: 'Maximum length of the response.',
      minimum: 1,
      maximum: 1_000_000,
      'x-section': 'advanced',
    }),
  ),
  apiKey,
  baseUrl,
  script: Type.Optional(
    Type.Array(Type.Any(), {
      title: 'Echo script',
      description:
        'Responses in order; without them the provider repeats its input. Each is a string, or an object with "text" ' +
        'and "toolCalls", a list of {"name", "args"}.',
      maxItems: 1000,
      format: 'json',
      'x-section': 'advanced',
      'x-show-when': { provider: 'echo' },
    }),
  ),
}

/** The settings above as a run receives them. */
export type ModelConfig = { readonly [K in keyof ModelSettings]?: ModelSettings[K] | undefined }

/** The model settings that are set. Forms submit empty strings for fields left blank, so those count as unset. */
export function modelSettingsOf(config: ModelConfig): ModelSettings {
  const { provider, model, apiKey, baseUrl, temperature, maxTokens, script } = config
  return given<ModelSettings>({
    provider: provider || undefined,
    model: model || undefined,
    connection: config.connection || undefined,
    apiKey: apiKey || undefined,
    baseUrl: baseUrl || undefined,
    temperature,
    maxTokens,
    script,
  })
}
