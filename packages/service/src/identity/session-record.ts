import type { SessionRecord } from '@millrace/model'
import type { GrantRecord } from '@millrace/store'
import type { Caller } from '../platform/caller.ts'
import { iso } from '../platform/iso.ts'

export const exampleSession: SessionRecord = {
  id: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  callerId: 'admin',
  name: 'Admin',
  role: 'admin',
  createdAt: '2026-01-01T12:00:00.000Z',
  expiresAt: '2026-01-08T12:00:00.000Z',
  tokenId: null,
  isCurrent: true,
}

export function sessionRecord(session: GrantRecord, caller: Caller): SessionRecord {
  const { hash, callerId, callerName, role, createdAt, expiresAt, tokenId } = session
  return {
    id: hash,
    callerId,
    name: callerName,
    role,
    createdAt: iso(createdAt),
    expiresAt: iso(expiresAt),
    tokenId,
    isCurrent: caller.session === hash,
  }
}
