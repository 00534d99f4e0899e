/**
 * What a caller may do in which project. A role of the whole service counts in every project; a member has a role in the
 * projects that they are a member of, and the stronger one of both counts.
 */
import { DEFAULT_PROJECT, type Permission, Problem, ROLES, type Role } from '@millrace/model'
import { type Caller, may, PERMISSIONS } from './caller.ts'

type Member = Pick<Caller, 'role' | 'projects'>

/** Everything that the caller may see: undefined for all projects. */
export type VisibleProjects = readonly string[] | undefined

/** The role of a caller in a project; null if the caller must not know that it exists. */
export function roleIn({ role, projects }: Member, project: string): Role | null {
  const own = projects?.get(project)
  if (own === undefined) return role
  return role === null || ROLES.indexOf(own) > ROLES.indexOf(role) ? own : role
}

export function grants(role: Role | null, permission: Permission): boolean {
  const granted: readonly Permission[] = role === null ? [] : PERMISSIONS[role]
  return granted.includes(permission)
}

/** The projects in which the caller has a permission; undefined if it is all of them. */
export function projectsWith(caller: Caller, permission: Permission): VisibleProjects {
  if (may(caller, permission)) return undefined
  return [...(caller.projects ?? [])].flatMap(([project, role]) => (grants(role, permission) ? [project] : []))
}

/** The projects of a list: those of the caller, or the one that the query names. */
export function listedProjects(
  caller: Caller,
  wanted: string | undefined,
  permission: Permission = 'read',
): { readonly projects?: readonly string[] } {
  const visible = projectsWith(caller, permission)
  if (wanted === undefined) return visible === undefined ? {} : { projects: visible }
  return { projects: visible === undefined || visible.includes(wanted) ? [wanted] : [] }
}

/** The caller with the role that it has in a project. */
export function inProject(caller: Caller, project: string): Caller {
  return caller.projects === undefined ? caller : { ...caller, role: roleIn(caller, project), project }
}

/** Throws NOT_FOUND if the caller must not know of the project, and FORBIDDEN without the permission. */
export function requireIn(caller: Caller, project: string | undefined, permission: Permission): Caller {
  const inside = project === undefined ? caller : inProject(caller, project)
  if (inside.role === null) throw new Problem('NOT_FOUND')
  if (!may(inside, permission)) throw forbidden(permission)
  return inside
}

/** The project of something new: the given one, the only one of a member, or the default project. */
export function projectForNew(caller: Caller, wanted: string | undefined, permission: Permission): string {
  const possible = projectsWith(caller, permission)
  const project = wanted ?? onlyOne(possible)
  if (possible !== undefined && !possible.includes(project)) {
    if (roleIn(caller, project) !== null) throw forbidden(permission)
    throw wanted === undefined ? ambiguous() : new Problem('NOT_FOUND', { message: `There is no project "${wanted}".` })
  }
  return project
}

function onlyOne(possible: VisibleProjects): string {
  return possible?.length === 1 ? (possible[0] ?? DEFAULT_PROJECT) : DEFAULT_PROJECT
}

function ambiguous(): Problem {
  const details = [{ code: 'MISSING', message: 'must name a project', path: 'project' }]
  return new Problem('VALIDATION_ERROR', { message: 'Name the project with ?project=.', details })
}

/** Whether something of a project exists for a request that is about one project. */
export function isWithin(caller: Pick<Caller, 'project'>, project: string): boolean {
  return caller.project === undefined || caller.project === project
}

export function forbidden(permission: Permission): Problem {
  return new Problem('FORBIDDEN', { message: `This operation requires the permission "${permission}".` })
}
