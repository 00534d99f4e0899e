import { DateTime, type Static, Type } from '@millrace/model'
import { type Caller, PERMISSIONS, ROLES } from './caller.ts'

/** A caller as they are told about themselves. */
export const CallerRecord = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    role: Type.Nullable(Type.Enum(ROLES)),
    permissions: Type.Array(Type.Enum(['read', 'run', 'write', 'admin'])),
    via: Type.String({ description: 'What the caller was recognised by.' }),
    expiresAt: Type.Nullable(DateTime),
  },
  { $id: 'Caller' },
)
export type CallerRecord = Static<typeof CallerRecord>

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
    expiresAt: momentOf(expiresAt),
  }
}

/** A time of ours as the wire writes it. */
export function momentOf(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
