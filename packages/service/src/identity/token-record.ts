import { DateTime, type Static, Type, Uuid } from '@millrace/model'
import type { TokenRecord as StoredToken } from '@millrace/store'
import { ROLES } from './caller.ts'
import { momentOf } from './caller-record.ts'

const FIELDS = {
  id: Uuid,
  name: Type.String(),
  role: Type.Enum(ROLES),
  createdAt: DateTime,
  createdBy: Type.String(),
  expiresAt: Type.Nullable(DateTime),
  lastUsedAt: Type.Nullable(DateTime),
}

/** An API token without its secret. */
export const TokenRecord = Type.Object(FIELDS, { $id: 'Token' })
export type TokenRecord = Static<typeof TokenRecord>

/** A token that was just made: the only answer that ever holds the secret. */
export const NewTokenRecord = Type.Object(
  { ...FIELDS, token: Type.String({ description: 'The secret. It is shown this once.' }) },
  { $id: 'NewToken' },
)

export const exampleToken: TokenRecord = {
  id: '9d6a3a52-7f0e-4b8e-9a53-2a8f4b6f1c10',
  name: 'nightly import',
  role: 'operator',
  createdAt: '2026-01-01T12:00:00.000Z',
  createdBy: 'Ada',
  expiresAt: '2027-01-01T00:00:00.000Z',
  lastUsedAt: null,
}

export function tokenRecord({ hash: _, createdAt, expiresAt, lastUsedAt, ...rest }: StoredToken): TokenRecord {
  return {
    ...rest,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: momentOf(expiresAt),
    lastUsedAt: momentOf(lastUsedAt),
  }
}
