/**
 * People with an account: invited, changed and disabled. Local accounts have a password (see passwords.ts); those of a
 * provider are created when they first sign in. A change of role and disabling end the sessions of the person, and
 * apply to the tokens that the person has created.
 */
import { type PersonRole, Problem, type Role } from '@millrace/model'
import type { ListedPerson, Page, PersonRow, PersonStore, PersonUpdate } from '@millrace/store'
import type { Caller } from '../platform/caller.ts'
import type { Clock, Ids, Log } from '../platform/ports.ts'
import type { Auth } from './auth.ts'
import { membership, roleOf } from './grants.ts'

export interface Accounts {
  list(page: { limit: number; offset: number }): Promise<Page<ListedPerson>>
  /** Throws NOT_FOUND. */
  get(id: string): Promise<PersonRow>
  /** The local account of an e-mail address. */
  byEmail(email: string): Promise<PersonRow | undefined>
  /** Creates a local account without a password; throws ALREADY_EXISTS. */
  create(person: { email: string; name: string; role: PersonRole }): Promise<PersonRow>
  update(id: string, change: { name?: string; role?: PersonRole; isDisabled?: boolean }): Promise<PersonRow>
  /** Creates or updates a person whom a provider has authenticated; undefined if the account is disabled. */
  signedInAtProvider(person: ProviderPerson): Promise<Caller | undefined>
  /** Takes the role from a person who has no role at the provider any more, and ends their sessions. */
  refusedAtProvider(person: Pick<ProviderPerson, 'issuer' | 'subject' | 'groups'>): Promise<void>
}

export interface ProviderPerson extends Pick<PersonRow, 'issuer' | 'subject' | 'email' | 'name' | 'role' | 'groups'> {
  /** When the session ends at the latest. */
  readonly expiresAt: number
}

export interface AccountNeeds {
  readonly store: PersonStore
  readonly auth: Pick<Auth, 'grants' | 'endSessionsOf' | 'ownerChanged'>
  readonly clock: Clock
  readonly ids: Ids
}

export function createAccounts({ store, auth, clock, ids }: AccountNeeds): Accounts {
  async function get(id: string): Promise<PersonRow> {
    const person = await store.get(id)
    if (person === undefined) throw new Problem('NOT_FOUND', { message: 'There is no such person.' })
    return person
  }

  return {
    get,
    byEmail: (email) => store.bySubject('', accountKey(email)),
    list: (page) => store.list({ ...page, now: clock.now() }),

    async create({ email, name, role }) {
      const own = { email: email.trim(), name: name.trim(), role }
      const local = { source: 'local', issuer: '', subject: accountKey(email), password: null } as const
      const times = { createdAt: clock.now(), lastSeenAt: null, disabledAt: null }
      const person: PersonRow = { id: ids.uuid(), ...own, ...local, ...times, groups: [] }
      if (await store.create(person)) return person
      throw new Problem('ALREADY_EXISTS', { message: 'An account with this e-mail address already exists.' })
    },

    async update(id, { name, role, isDisabled }) {
      const person = await get(id)
      if (name !== undefined || role !== undefined) requireLocal(person)
      const change: PersonUpdate = {
        ...(name !== undefined && { name: name.trim() }),
        ...(role !== undefined && { role }),
        ...(isDisabled !== undefined && { disabledAt: isDisabled ? (person.disabledAt ?? clock.now()) : null }),
      }
      await store.update(id, change)
      if (isDisabled === true) await auth.grants.removePasswordLinks(id)
      const isRoleNew = role !== undefined && role !== person.role
      if (isRoleNew || isDisabled === true) await auth.endSessionsOf(id)
      if (isRoleNew || isDisabled !== undefined) auth.ownerChanged(id)
      return get(id)
    },

    async signedInAtProvider({ expiresAt, ...claims }) {
      const known = await store.bySubject(claims.issuer, claims.subject)
      if (known?.disabledAt != null) return undefined
      const fresh = { id: ids.uuid(), createdAt: clock.now(), lastSeenAt: null, disabledAt: null }
      const person = await store.signedIn({ ...claims, ...fresh, source: 'oidc', password: null })
      if (known !== undefined && hasOtherRights(known, person)) auth.ownerChanged(person.id)
      return person.disabledAt === null ? callerOfPerson(person, expiresAt) : undefined
    },

    async refusedAtProvider({ issuer, subject, groups }) {
      const known = await store.bySubject(issuer, subject)
      if (known === undefined) return
      await store.signedIn({ ...known, role: 'member', groups })
      await auth.endSessionsOf(known.id)
      auth.ownerChanged(known.id)
    },
  }
}

function hasOtherRights(before: PersonRow, now: PersonRow): boolean {
  return before.role !== now.role || before.groups.join('\n') !== now.groups.join('\n')
}

/** Records when a person was last seen, at most once in a minute. */
export function personSightings(store: Pick<PersonStore, 'touch'>, clock: Clock, log: Log): (id: string) => void {
  const seen = new Map<string, number>()
  return (id) => {
    const now = clock.now()
    if (now - (seen.get(id) ?? 0) < SEEN_EVERY_MS) return
    seen.set(id, now)
    // In the background: the time is informational, so its failure must not fail the request.
    store.touch(id, now).catch((err: unknown) => log.warn({ err }, 'could not record that a person was seen'))
  }
}

const SEEN_EVERY_MS = 60_000

/** Addresses that differ only in case or in surrounding space are the same account. */
export function accountKey(email: string): string {
  return email.trim().toLowerCase()
}

export function requireLocal({ source }: PersonRow): void {
  if (source === 'local') return
  throw new Problem('VALIDATION_ERROR', { message: 'The account belongs to the identity provider; change it there.' })
}

/** The caller whose session begins; their projects are read when it is used. */
export function callerOfPerson(person: PersonRow, expiresAt: number | null): Caller {
  const { id, name, source, email } = person
  const role = roleOf(person)
  const projects = membership(person, new Map<string, Role>())
  return { id, name, role, via: 'session', tokenId: null, expiresAt, ...projects, person: { id, source, email } }
}
