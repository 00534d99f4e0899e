/** What components inside an Agent Spec node keep secret: each value is stored encrypted and never exported. */
import { Type } from '@millrace/model'

const Secret = Type.String({ format: 'hidden', maxLength: 100_000 })

/** The key of the model that the node asks. */
export const modelKey = {
  api_key: Type.Optional(
    Type.String({
      title: 'Key of the model',
      description: 'For a model configuration that stands in the node itself.',
      format: 'hidden',
      maxLength: 10_000,
    }),
  ),
}

/** Headers of a call that nobody may read. */
export const secretHeaders = {
  secret_headers: Type.Optional(
    Type.Record(Secret, {
      title: 'Secret headers',
      description: 'Sent with the others and kept encrypted, by name.',
      format: 'json',
    }),
  ),
}

/** Secrets of parts that stand deeper in the node. */
export const innerSecrets = {
  secrets: Type.Optional(
    Type.Record(Secret, {
      title: 'Secrets of the parts',
      description: 'By the id of the part and the place in it: `/weather/sensitive_headers/Authorization`.',
      format: 'json',
    }),
  ),
}
