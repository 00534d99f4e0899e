/** What every node that asks a language model lets a person set. In two groups, so that a form can put a prompt between them. */
import { choice, range, secret, Type } from '@millrace/model'
import { PROVIDERS } from '../models.ts'
import { modelPicker } from './autocomplete.ts'

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

/** How the model is asked. No default temperature: several models refuse the setting altogether. */
export const modelSettings = {
  temperature: Type.Optional(
    range(0, 2, { title: 'Temperature', description: 'Low is steady, high is inventive.', step: 0.1 }),
  ),
  maxTokens: Type.Optional(
    Type.Integer({ title: 'Longest answer', description: 'In tokens.', minimum: 1, maximum: 1_000_000 }),
  ),
  apiKey,
  baseUrl,
  script: Type.Optional(
    Type.Array(Type.String(), {
      title: 'Script for echo',
      description: 'Answers that the provider "echo" gives one after the other; without them it repeats its input.',
      maxItems: 1000,
    }),
  ),
}
