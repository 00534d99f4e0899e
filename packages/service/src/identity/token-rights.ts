/** What a token may do now: never more than the person who created it. */
import { ROLES, type Role } from '@millrace/model'
import type { PersonRow, TokenRecord } from '@millrace/store'
import type { Caller } from '../platform/caller.ts'
import type { Clock } from '../platform/ports.ts'
import { roleIn } from '../platform/project-access.ts'

export type TokenRights = Pick<Caller, 'role' | 'projects' | 'owner'>

export interface OwnerLookup {
  get(id: string): Promise<PersonRow | undefined>
  /** The roles of a person in projects. */
  rolesOf(who: { readonly person?: string; readonly groups: readonly string[] }): Promise<ReadonlyMap<string, Role>>
}

type Limited = Pick<TokenRecord, 'role' | 'project' | 'owner'>

/** Undefined if the owner is disabled or does not exist. */
export async function rightsOf(
  token: Limited,
  people: OwnerLookup,
  clock: Pick<Clock, 'now'>,
): Promise<TokenRights | undefined> {
  if (token.owner === null) return ownRights(token)
  const owner = { id: token.owner, checkedAt: clock.now() }
  const person = await people.get(token.owner)
  if (person === undefined || person.disabledAt !== null) return undefined
  if (person.role === 'admin') return { ...ownRights(token), owner }
  const projects = await people.rolesOf({ person: person.id, groups: person.groups })
  return { ...weakerRights(token, { role: person.role === 'member' ? null : person.role, projects }), owner }
}

function ownRights({ role, project }: Limited): TokenRights {
  return project === null ? { role } : { role: null, projects: new Map([[project, role]]) }
}

function weakerRights({ role, project }: Limited, owner: Pick<Caller, 'role' | 'projects'>): TokenRights {
  const places = project === null ? [...(owner.projects?.keys() ?? [])] : [project]
  const projects = new Map<string, Role>()
  for (const place of places) {
    const here = weaker(role, roleIn(owner, place))
    if (here !== null) projects.set(place, here)
  }
  const everywhere = project === null ? weaker(role, owner.role) : null
  return everywhere !== null && projects.size === 0 ? { role: everywhere } : { role: everywhere, projects }
}

function weaker(one: Role, other: Role | null): Role | null {
  return other === null || ROLES.indexOf(one) > ROLES.indexOf(other) ? other : one
}
