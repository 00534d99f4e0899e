import type { CallerRecord, Permission, Role } from '@millrace/model'
import { type Caller, PERMISSIONS } from '../platform/caller.ts'
import { isoOrNull } from '../platform/iso.ts'

export const exampleCaller: CallerRecord = {
  id: '9d6a3a52-7f0e-4b8e-9a53-2a8f4b6f1c10',
  name: 'Ada',
  role: 'editor',
  permissions: ['read', 'run', 'write'],
  via: 'session',
  expiresAt: '2026-01-08T12:00:00.000Z',
}

export function callerRecord({ id, name, role, via, expiresAt, person, projects }: Caller): CallerRecord {
  const roles = [...(projects ?? [])].map(([project, own]) => ({ id: project, role: own }))
  return {
    id,
    name,
    role,
    permissions: permissionsOf(role, roles),
    via,
    expiresAt: isoOrNull(expiresAt),
    ...(roles.length > 0 && { projects: roles }),
    ...(person && { source: person.source }),
    ...(person?.email != null && { email: person.email }),
  }
}

/** What the caller may do somewhere. `admin` is about the whole service, so membership in a project does not count. */
function permissionsOf(role: Role | null, projects: readonly { readonly role: Role }[]): Permission[] {
  const own: readonly Permission[] = role === null ? [] : PERMISSIONS[role]
  const all = new Set([
    ...own,
    ...projects.flatMap((project) => PERMISSIONS[project.role].filter((one) => one !== 'admin')),
  ])
  return PERMISSIONS.admin.filter((permission) => all.has(permission))
}
