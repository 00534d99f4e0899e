import type { CredentialRecord } from '@millrace/model'
import type { CredentialConnection } from '@millrace/store'
import { iso, isoOrNull } from '../platform/iso.ts'
import type { StoredCredential } from './credential-changes.ts'

export const exampleCredential: CredentialRecord = {
  id: '5c1d7a52-8f0e-4b6b-9c3a-2f1e0d9c8b7a',
  project: 'default',
  name: 'shop_api',
  type: 'bearer',
  description: 'Orders of the shop',
  hosts: ['api.shop.example'],
  values: { token: '__secret__:x7Qf' },
  createdAt: '2026-01-01T12:00:00.000Z',
  updatedAt: '2026-01-01T12:00:00.000Z',
  createdBy: 'Ada',
  lastUsedAt: null,
  lastFailure: null,
  workflows: 2,
  connection: null,
}

/** A credential as it is returned: without its secrets. */
export function credentialRecord(stored: StoredCredential, workflows: number): CredentialRecord {
  const { id, project, name, type, description, hosts, values, createdBy, usedAt, failure } = stored
  return {
    ...{ id, project, name, type, description, hosts: [...hosts], values },
    createdAt: iso(stored.createdAt),
    updatedAt: iso(stored.updatedAt),
    createdBy,
    lastUsedAt: isoOrNull(usedAt),
    lastFailure: failure,
    workflows,
    connection: stored.connection && connectionRecord(stored.connection),
  }
}

function connectionRecord({ account, connectedAt, connectedBy, lostAt, lostReason }: CredentialConnection) {
  return {
    ...{ account, connectedBy, lostReason },
    connectedAt: iso(connectedAt),
    lostAt: isoOrNull(lostAt),
  }
}
