/** Secrets of the components inside an Agent Spec node. Each value is stored encrypted and never exported. */
import { Type } from '@millrace/model'

const Secret = Type.String({ format: 'hidden', maxLength: 100_000 })

/** The API key of the node's model. */
export const modelKey = {
  api_key: Type.Optional(
    Type.String({
      title: 'API key',
      description: 'For an LLM configuration that is defined in this node.',
      format: 'hidden',
      maxLength: 10_000,
    }),
  ),
}

/** Headers of a call whose values must stay secret. */
export const secretHeaders = {
  secret_headers: Type.Optional(
    Type.Record(Secret, {
      title: 'Secret headers',
      description: 'Header names and values. Sent with the other headers and stored encrypted.',
      format: 'json',
    }),
  ),
}

/** Secrets of components nested deeper in the node. */
export const innerSecrets = {
  secrets: Type.Optional(
    Type.Record(Secret, {
      title: 'Secrets of nested components',
      'x-section': 'advanced',
      description: 'Keyed by component id and field path: `/weather/sensitive_headers/Authorization`.',
      format: 'json',
    }),
  ),
}
