import type { ConnectionRecord } from '@millrace/model'
import type { ConnectionRecord as StoredConnection } from '@millrace/store'
import { iso } from '../platform/iso.ts'

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
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
  }
}
