import type { Caller } from '@millrace/client'
import { type Permission, ROLES, type Role } from '@millrace/model'

const LEAST = { read: 'viewer', run: 'operator', write: 'editor', admin: 'admin' } as const satisfies Record<
  Permission,
  Role
>

const PERMISSIONS = Object.keys(LEAST) as Permission[]

/** Whether the caller has a permission in a project; without a project, whether in any. */
export function mayIn(
  { role, projects = [], permissions }: Pick<Caller, 'role' | 'projects' | 'permissions'>,
  project: string | undefined,
  permission: Permission,
): boolean {
  if (project === undefined) return permissions.includes(permission)
  const own = [role, projects.find(({ id }) => id === project)?.role]
  return own.some((one) => one != null && ROLES.indexOf(one) >= ROLES.indexOf(LEAST[permission]))
}

/** The caller with the permissions in a project; without a project, unchanged. */
export function callerIn<C extends Caller | undefined>(caller: C, project: string | undefined): C {
  if (caller === undefined || project === undefined) return caller
  return { ...caller, permissions: PERMISSIONS.filter((permission) => mayIn(caller, project, permission)) }
}
