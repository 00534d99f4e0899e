/**
 * Settings shared by all nodes that call a language model, in two groups so that a form can place a prompt between
 * them.
 */
import { choice, type Keywords, type ModelSettings, PROVIDERS, range, secret, Type } from '@millrace/model'
import { given } from '../running/ask-person.ts'
import { connectionPicker, modelPicker } from './autocomplete.ts'

export const connection = Type.Optional(
  connectionPicker({
    title: 'Connection',
    description: 'Id or name of a stored connection; its provider, API key and base URL are used.',
    maxLength: 200,
  }),
)

export const apiKey = Type.Optional(
  secret({ title: 'API key', description: 'Stored encrypted and never shown again.' }),
)

export const baseUrl = Type.Optional(
  Type.String({
    title: 'Base URL',
    description: "API endpoint, if it differs from the provider's default. Required for openai_compatible.",
    placeholder: 'https://models.example/v1',
    maxLength: 2048,
  }),
)

const provider = Type.Optional(
  choice(PROVIDERS, {
    title: 'Provider',
    description: 'Model provider. "echo" is not a real model: it works offline and repeats its input.',
    default: 'openai',
  }),
)

/** Provider and required model. */
export const modelChoice = {
  provider,
  model: modelPicker({
    title: 'Model',
    description: 'Name of the model at the provider.',
    minLength: 1,
    maxLength: 200,
  }),
}

/** Provider and model for nodes that also work without a selected model. */
export const optionalModelChoice = {
  provider,
  model: Type.Optional(
    modelPicker({ title: 'Model', description: "If empty, the provider's default model.", maxLength: 200 }),
  ),
}

/** Providers that offer embeddings. */
export function embeddingProviders(keywords: Keywords) {
  return Type.Optional(
    choice(['openai', 'google', 'ollama', 'openai_compatible', 'echo'], {
      title: 'Provider',
      description: 'Model provider. "echo" is not a real model; it works offline.',
      ...keywords,
    }),
  )
}

/** The embedding model and its connection. */
export const embeddingFields = { model: optionalModelChoice.model, connection, apiKey, baseUrl }

/** Call settings. Temperature has no default: several models reject the parameter. */
export const modelSettings = {
  temperature: Type.Optional(
    range(0, 2, {
      title: 'Temperature',
      description: 'Lower values are more deterministic, higher values more creative.',
      step: 0.1,
    }),
  ),
  maxTokens: Type.Optional(
    Type.Integer({
      title: 'Max tokens',
      description: 'Maximum length of the response.',
      minimum: 1,
      maximum: 1_000_000,
    }),
  ),
  connection,
  apiKey,
  baseUrl,
  script: Type.Optional(
    Type.Array(Type.Any(), {
      title: 'Echo script',
      description:
        'Responses that the provider "echo" returns in order; without them it repeats its input. Each is a string, ' +
        'or an object with "text" and "toolCalls", a list of {"name", "args"}.',
      maxItems: 1000,
      format: 'json',
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
