import type { TokenRecord } from '@millrace/model'
import type { TokenRecord as StoredToken } from '@millrace/store'
import { isoTime } from './caller-record.ts'

export const exampleToken: TokenRecord = {
  id: '9d6a3a52-7f0e-4b8e-9a53-2a8f4b6f1c10',
  name: 'nightly import',
  role: 'operator',
  createdAt: '2026-01-01T12:00:00.000Z',
  createdBy: 'Ada',
  expiresAt: '2027-01-01T00:00:00.000Z',
  lastUsedAt: null,
  project: null,
}

export function tokenRecord({ hash: _, createdAt, expiresAt, lastUsedAt, ...rest }: StoredToken): TokenRecord {
  return {
    ...rest,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: isoTime(expiresAt),
    lastUsedAt: isoTime(lastUsedAt),
  }
}
