import type { CallerRecord } from '@millrace/model'
import { type Caller, PERMISSIONS } from '../platform/caller.ts'

export const exampleCaller: CallerRecord = {
  id: '9d6a3a52-7f0e-4b8e-9a53-2a8f4b6f1c10',
  name: 'Ada',
  role: 'editor',
  permissions: ['read', 'run', 'write'],
  via: 'session',
  expiresAt: '2026-01-08T12:00:00.000Z',
}

export function callerRecord({ id, name, role, via, expiresAt }: Caller): CallerRecord {
  return {
    id,
    name,
    role,
    permissions: role === null ? [] : [...PERMISSIONS[role]],
    via,
    expiresAt: isoTime(expiresAt),
  }
}

/** A time in the format of the API. */
export function isoTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
