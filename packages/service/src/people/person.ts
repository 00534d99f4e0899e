/** The caller of the API as a person who answers questions. */
import type { Person } from '@millrace/model'
import type { Caller } from '../platform/caller.ts'

export function personOf({ id, name, person }: Caller): Person {
  return { id, name, ...(person?.email != null && { email: person.email }) }
}

/**
 * The names under which a list of assignees can contain the caller. An admin names tokens; the name in a JWT is often
 * self-chosen, so a JWT counts by its id only. A person with an account counts by the e-mail address.
 */
export function listedAs({ id, name, tokenId, role, person }: Caller): Person {
  if (person?.email != null) return { id, name, email: person.email }
  return { id, name: tokenId !== null || role === 'admin' ? name : id }
}
