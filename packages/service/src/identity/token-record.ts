import type { TokenRecord } from '@millrace/model'
import type { ListedToken } from '@millrace/store'
import { iso, isoOrNull } from '../platform/iso.ts'

export const exampleToken: TokenRecord = {
  id: '9d6a3a52-7f0e-4b8e-9a53-2a8f4b6f1c10',
  name: 'nightly import',
  role: 'operator',
  createdAt: '2026-01-01T12:00:00.000Z',
  createdBy: 'Ada',
  expiresAt: '2027-01-01T00:00:00.000Z',
  lastUsedAt: null,
  project: null,
  owner: { id: '5a0f7c1e-2f0b-4b7a-8f43-0c9d6f1f2b11', name: 'Ada', isDisabled: false },
}

export function tokenRecord({ hash: _, ownerName, ownerDisabledAt, ...token }: ListedToken): TokenRecord {
  const { createdAt, createdBy, expiresAt, lastUsedAt, owner } = token
  const isDisabled = ownerName === null || ownerDisabledAt !== null
  return {
    ...token,
    owner: owner === null ? null : { id: owner, name: ownerName ?? createdBy, isDisabled },
    createdAt: iso(createdAt),
    expiresAt: isoOrNull(expiresAt),
    lastUsedAt: isoOrNull(lastUsedAt),
  }
}
