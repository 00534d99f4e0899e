/** What every node that asks a language model lets a person set. In two groups, so that a form can put a prompt between them. */
import { choice, type Keywords, type ModelSettings, PROVIDERS, range, secret, Type } from '@millrace/model'
import { given } from '../running/ask-person.ts'
import { connectionPicker, modelPicker } from './autocomplete.ts'

export const connection = Type.Optional(
  connectionPicker({
    title: 'Connection',
    description: 'Id or name of a connection kept by the service; its provider, key and address are used.',
    maxLength: 200,
  }),
)

export const apiKey = Type.Optional(
  secret({ title: 'API key', description: 'Kept encrypted, and never shown again once saved.' }),
)

export const baseUrl = Type.Optional(
  Type.String({
    title: 'Base URL',
    description: 'Where the provider answers, if not at its usual address. Needed for openai_compatible.',
    placeholder: 'https://models.example/v1',
    maxLength: 2048,
  }),
)

const provider = Type.Optional(
  choice(PROVIDERS, {
    title: 'Provider',
    description: 'Who runs the model. "echo" is no model: it works offline and repeats what it gets.',
    default: 'openai',
  }),
)

/** Provider and model, the model left to choose. */
export const modelChoice = {
  provider,
  model: modelPicker({
    title: 'Model',
    description: 'Name of the model at the provider.',
    minLength: 1,
    maxLength: 200,
  }),
}

/** The same where a node works without a choice. */
export const optionalModelChoice = {
  provider,
  model: Type.Optional(
    modelPicker({ title: 'Model', description: 'Left empty, a common model of the provider.', maxLength: 200 }),
  ),
}

/** Who can turn texts into vectors. */
export function embeddingProviders(keywords: Keywords) {
  return Type.Optional(
    choice(['openai', 'google', 'ollama', 'openai_compatible', 'echo'], {
      title: 'Provider',
      description: 'Who runs the model. "echo" is no model, and works offline.',
      ...keywords,
    }),
  )
}

/** Which of the provider's models does that, and how it is reached. */
export const embeddingFields = { model: optionalModelChoice.model, connection, apiKey, baseUrl }

/** How the model is asked. No default temperature: several models refuse the setting altogether. */
export const modelSettings = {
  temperature: Type.Optional(
    range(0, 2, { title: 'Temperature', description: 'Low is steady, high is inventive.', step: 0.1 }),
  ),
  maxTokens: Type.Optional(
    Type.Integer({ title: 'Longest answer', description: 'In tokens.', minimum: 1, maximum: 1_000_000 }),
  ),
  connection,
  apiKey,
  baseUrl,
  script: Type.Optional(
    Type.Array(Type.Any(), {
      title: 'Script for echo',
      description:
        'Answers that the provider "echo" gives one after the other; without them it repeats its input. Each is a text, ' +
        'or an object with "text" and "toolCalls", a list of {"name", "args"}.',
      maxItems: 1000,
      format: 'json',
    }),
  ),
}

/** The settings above as they arrive in a run. */
export type ModelConfig = { readonly [K in keyof ModelSettings]?: ModelSettings[K] | undefined }

/** Which model a node asks, and how: the settings that are filled in. A form leaves empty texts where nothing was typed. */
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
