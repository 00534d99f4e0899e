import type { PersonRecord, PersonStatus } from '@millrace/model'
import type { ListedPerson, PersonRow } from '@millrace/store'
import type { Caller } from '../platform/caller.ts'
import { isoOrNull } from '../platform/iso.ts'

export const examplePerson: PersonRecord = {
  id: '7a1e5f0c-3f0e-4b8e-9a53-2a8f4b6f1c13',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  role: 'editor',
  source: 'local',
  status: 'active',
  createdAt: '2026-01-01T12:00:00.000Z',
  lastSeenAt: '2026-01-02T09:30:00.000Z',
  sessions: 1,
  isCurrent: false,
}

export const exampleLink = {
  url: 'https://flows.example.com/#/password?code=3q2-7wAAAAB0aWNrZXQtZXhhbXBsZS0wMDAwMDAwMDA',
  expiresAt: '2026-01-08T12:00:00.000Z',
}

export function personRecord(person: ListedPerson, caller: Pick<Caller, 'id'>): PersonRecord {
  const { id, name, email, role, source, createdAt, lastSeenAt, sessions } = person
  return {
    ...{ id, name, email, role, source },
    status: statusOf(person),
    createdAt: isoOrNull(createdAt),
    lastSeenAt: isoOrNull(lastSeenAt),
    sessions,
    isCurrent: id === caller.id,
  }
}

/** An account outside of the list, where the number of sessions is known to be zero. */
export function listedPerson({ password, ...person }: PersonRow): ListedPerson {
  return { ...person, hasPassword: password !== null, sessions: 0 }
}

function statusOf({ disabledAt, source, hasPassword }: ListedPerson): PersonStatus {
  if (disabledAt !== null) return 'disabled'
  return source === 'local' && !hasPassword ? 'invited' : 'active'
}
