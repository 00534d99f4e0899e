/** Stored connections to model providers. */
import { PROVIDERS } from '../ai/providers.ts'
import { DateTime, type Static, Type, Uuid } from '../schema.ts'

/** A connection without its key. */
export const ConnectionRecord = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    provider: Type.String(),
    baseUrl: Type.Nullable(Type.String()),
    apiKey: Type.Nullable(Type.String({ description: 'A placeholder that shows the end of the key, never the key.' })),
    createdAt: DateTime,
    updatedAt: DateTime,
    createdBy: Type.String(),
  },
  { $id: 'Connection' },
)
export type ConnectionRecord = Static<typeof ConnectionRecord>

/** A connection as it is written. */
export const NewConnection = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100, pattern: '^(?=.*\\S)[^\\u0000-\\u001f\\u007f-\\u009f]*$' }),
    provider: Type.Enum(PROVIDERS),
    baseUrl: Type.Optional(
      Type.Nullable(
        Type.String({ maxLength: 2048, description: 'Where the provider answers, if not at its usual address.' }),
      ),
    ),
    apiKey: Type.Optional(
      Type.Nullable(
        Type.String({
          maxLength: 4096,
          description: 'The key. Left out, or as a placeholder, it stays as it is; null removes it.',
        }),
      ),
    ),
  },
  { additionalProperties: false },
)
export type NewConnection = Static<typeof NewConnection>

export const ConnectionTestRequest = Type.Object(
  { model: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Else a common one.' })) },
  { additionalProperties: false },
)
export type ConnectionTestRequest = Static<typeof ConnectionTestRequest>

export const ConnectionTest = Type.Object(
  {
    ok: Type.Boolean(),
    message: Type.String({ description: 'What the model said, or why it did not.' }),
    code: Type.Nullable(Type.String({ description: 'Of the failure, as nodes see it.' })),
  },
  { $id: 'ConnectionTest' },
)
export type ConnectionTest = Static<typeof ConnectionTest>

export const ConnectionParams = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 200, description: 'Id or name of the connection.' }),
})
