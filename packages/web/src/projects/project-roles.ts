/** What the caller may do in which project. Pure. */
import type { Project } from '@millrace/client'
import { DEFAULT_PROJECT, ROLES, type Role } from '@millrace/model'

/** The projects in which the caller has at least this role. */
export function projectsWithRole(list: readonly Project[], least: Role): readonly Project[] {
  return list.filter(({ role }) => role !== null && ROLES.indexOf(role) >= ROLES.indexOf(least))
}

/**
 * The project of something new: the chosen one, the default project, or the first one, if the caller has the role in it.
 * Undefined if there is none.
 */
export function projectForNew(list: readonly Project[], chosen: string | undefined, least: Role): string | undefined {
  const possible = projectsWithRole(list, least).map(({ id }) => id)
  if (chosen !== undefined) return possible.find((id) => id === chosen)
  return possible.find((id) => id === DEFAULT_PROJECT) ?? possible[0]
}
