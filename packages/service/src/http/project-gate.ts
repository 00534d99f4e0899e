/**
 * Decides what the members of projects may call. A route declares with `scope` what it is about; without it, only callers
 * with a role of the whole service may use it, so that a new route shows members nothing until it declares one.
 */
import { Problem } from '@millrace/model'
import type { Owned } from '@millrace/store'
import type { Caller } from '../platform/caller.ts'
import { may } from '../platform/caller.ts'
import { forbidden, projectsWith, requireIn } from '../platform/project-access.ts'
import type { ProjectDirectory } from '../platform/project-directory.ts'
import type { Route } from './define-route.ts'
import type { Scope } from './route-scope.ts'

/** The caller with the role for this request. Throws NOT_FOUND for what the caller must not know of. */
export async function callerInScope(
  route: Pick<Route, 'access' | 'scope'>,
  params: unknown,
  caller: Caller,
  lookup: Pick<ProjectDirectory, 'projectOf'> | undefined,
): Promise<Caller> {
  const { access, scope = 'instance' } = route
  if (caller.projects === undefined || access === 'open') return caller
  if (typeof scope !== 'string') {
    const found = await projectIn(scope, params as Readonly<Record<string, unknown>>, lookup)
    return requireIn(caller, found, access)
  }
  if (may(caller, access) || (scope === 'shared' && access === 'read')) return caller
  if (scope === 'instance' || projectsWith(caller, access)?.length === 0) throw forbidden(access)
  return caller
}

async function projectIn(
  scope: Exclude<Scope, string>,
  params: Readonly<Record<string, unknown>>,
  lookup: Pick<ProjectDirectory, 'projectOf'> | undefined,
): Promise<string | undefined> {
  const [entry] = Object.entries(scope)
  if (entry === undefined || lookup === undefined) throw new Problem('NOT_FOUND')
  const [kind, parameter] = entry
  const id = String(params[parameter])
  return kind === 'project' ? id : lookup.projectOf({ kind: kind as Owned['kind'], id })
}
