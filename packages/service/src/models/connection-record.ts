import { DateTime, type Static, Type, Uuid } from '@millrace/model'
import { PROVIDERS } from '@millrace/nodes'
import type { ConnectionRecord as StoredConnection } from '@millrace/store'

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

export const ConnectionParams = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 200, description: 'Id or name of the connection.' }),
})

/** A connection as it is written. */
export const ConnectionBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100, pattern: '^(?=.*\\S)[^\\p{Cc}]*$' }),
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

export const exampleConnection: ConnectionRecord = {
  id: '2f3d0c1e-6a53-4a8e-9d4e-1c0f6b7a8e90',
  name: 'Team OpenAI',
  provider: 'openai',
  baseUrl: null,
  apiKey: '__secret__:x7Qf',
  createdAt: '2026-01-01T12:00:00.000Z',
  updatedAt: '2026-01-01T12:00:00.000Z',
  createdBy: 'Ada',
}

export function connectionRecord({ secret, hint, createdAt, updatedAt, ...rest }: StoredConnection): ConnectionRecord {
  return {
    ...rest,
    apiKey: secret === null ? null : hint,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  }
}
