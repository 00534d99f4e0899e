/**
 * Temporary credentials: the session behind a browser's cookie, the code of a one-time link, the ticket of a stream, the
 * link with which a person chooses a password. All but sessions can be used once.
 */
import { Problem, type Role } from '@millrace/model'
import type { GrantRecord, GrantStore, Page, TokenRecord } from '@millrace/store'
import type { Caller } from '../platform/caller.ts'
import type { Clock, Random } from '../platform/ports.ts'
import { hashOf, newSecret } from './secret-text.ts'
import { type OwnerLookup, rightsOf } from './token-rights.ts'
import { isOver } from './tokens.ts'
import { verificationCache } from './verification-cache.ts'

type Kind = GrantRecord['kind']

const MINUTE_MS = 60_000
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS
const LIFE_MS = { session: WEEK_MS, link: 15 * MINUTE_MS, ticket: MINUTE_MS, password: WEEK_MS } as const

/** How long a verified session is cached. */
const CACHED_MS = 5_000

export interface Grant {
  readonly secret: string
  readonly expiresAt: number
}

export interface Grants {
  /** Never outlives the credential that it is created from. */
  create(kind: Kind, caller: Caller, providerSession?: Uint8Array): Promise<Grant>
  /** The caller of a session; undefined if it does not exist. */
  sessionOf(secret: string): Caller | undefined | Promise<Caller | undefined>
  /** The caller of a link or ticket, which cannot be used again. */
  take(kind: 'link' | 'ticket', secret: string): Promise<Caller | undefined>
  /** Browser sessions that have not expired, newest first. */
  listSessions(page: { limit: number; offset: number }): Promise<Page<GrantRecord>>
  /** Ends a session by its hash; false if it does not exist. */
  endSession(hash: string): Promise<boolean>
  /** Ends every session but one; returns the hashes of those that ended. */
  endSessions(except: string | undefined): Promise<string[]>
  /** The same for the sessions of one caller. */
  endSessionsOf(callerId: string, except: string | undefined): Promise<string[]>
  /** The sealed ID token of a session that began at a provider. */
  providerSessionOf(hash: string): Promise<Uint8Array | null>
  /** The id of the person whose password link this is; undefined if it is invalid. */
  personOfLink(secret: string): Promise<string | undefined>
  /** Uses up a password link; false if it was used in the meantime. */
  takePasswordLink(secret: string): Promise<boolean>
  removePasswordLinks(personId: string): Promise<void>
  /** Called when a token is revoked; the store has already removed the grants created from it. */
  forgetToken(tokenId: string): void
  /** The rights of a person may have changed: sessions created from their tokens are read again. */
  forgetOwner(personId: string): void
  /** Another process has ended a session; without a hash, it may have ended any. */
  forgetSession(hash?: string): void
  removeExpired(): Promise<number>
}

export interface GrantNeeds {
  readonly store: GrantStore
  readonly clock: Clock
  readonly random: Random
  /** Finds the token behind a grant. */
  readonly tokens: { get(id: string): Promise<Pick<TokenRecord, 'project' | 'role' | 'owner'> | undefined> }
  readonly people: OwnerLookup & {
    /** Called when a session of the person is used. */
    seen(id: string): void
  }
}

export function createGrants({ store, clock, random, people, tokens }: GrantNeeds): Grants {
  const known = verificationCache<{ readonly hash: string; readonly caller: Caller }>(clock, CACHED_MS)

  async function lookUp(hash: string): Promise<Caller | undefined> {
    const mark = known.mark()
    const caller = await callerOf(await store.find('session', hash))
    if (caller !== undefined) known.set(hash, { hash, caller }, mark)
    if (caller?.person !== undefined) people.seen(caller.person.id)
    return caller
  }

  async function withToken(caller: Caller, tokenId: string): Promise<Caller | undefined> {
    const token = await tokens.get(tokenId)
    const rights = token && (await rightsOf(token, people, clock))
    return rights && { ...caller, ...rights }
  }

  /** Name and role of a person are those of the account, and a disabled account has no valid grants. */
  async function callerOf(grant: GrantRecord | undefined): Promise<Caller | undefined> {
    const caller = callerFrom(grant, clock.now())
    if (caller === undefined || grant === undefined) return undefined
    if (grant.personId === null) return grant.tokenId === null ? caller : withToken(caller, grant.tokenId)
    const person = await people.get(grant.personId)
    if (person === undefined || person.disabledAt !== null) return undefined
    const { id, name, source, email, groups } = person
    const projects = await people.rolesOf({ person: id, groups })
    return { ...caller, name, role: roleOf(person), ...membership(person, projects), person: { id, source, email } }
  }

  return {
    async create(kind, caller, providerSession) {
      refuseUnknown(caller)
      const secret = newSecret(random)
      const createdAt = clock.now()
      const expiresAt = Math.min(createdAt + LIFE_MS[kind], caller.expiresAt ?? Number.POSITIVE_INFINITY)
      await store.create({
        hash: hashOf(secret),
        kind,
        callerId: caller.id,
        callerName: caller.name,
        role: caller.role ?? 'member',
        createdAt,
        expiresAt,
        tokenId: caller.tokenId,
        credentialExpiresAt: kind === 'ticket' ? caller.expiresAt : null,
        sessionHash: kind === 'ticket' ? (caller.session ?? null) : null,
        personId: caller.person?.id ?? null,
        providerSession: providerSession ?? null,
      })
      return { secret, expiresAt }
    },
    sessionOf(secret) {
      const hash = hashOf(secret)
      const entry = known.get(hash)
      if (entry === undefined) return lookUp(hash)
      if (isOver(entry.caller.expiresAt, clock.now())) return undefined
      if (entry.caller.person !== undefined) people.seen(entry.caller.person.id)
      return entry.caller
    },
    async take(kind, secret) {
      const grant = await store.take(kind, hashOf(secret))
      // A ticket is invalid once its session has ended.
      const isVoid = grant?.sessionHash != null && (await store.find('session', grant.sessionHash)) === undefined
      return isVoid ? undefined : callerOf(grant)
    },
    listSessions: (page) => store.listSessions({ ...page, now: clock.now() }),
    async endSession(hash) {
      const existed = await store.remove('session', hash)
      known.forget((entry) => entry.hash === hash)
      return existed
    },
    async endSessions(except) {
      const ended = await store.removeSessions(except)
      known.forget((entry) => entry.hash !== except)
      return ended
    },
    async endSessionsOf(callerId, except) {
      const ended = await store.removeSessionsOf(callerId, except)
      known.forget(({ hash, caller }) => caller.id === callerId && hash !== except)
      return ended
    },
    providerSessionOf: async (hash) => (await store.find('session', hash))?.providerSession ?? null,
    async personOfLink(secret) {
      const grant = await store.find('password', hashOf(secret))
      return grant === undefined || isOver(grant.expiresAt, clock.now()) ? undefined : (grant.personId ?? undefined)
    },
    takePasswordLink: async (secret) => (await store.take('password', hashOf(secret))) !== undefined,
    removePasswordLinks: (personId) => store.removePasswordLinks(personId),
    forgetToken: (tokenId) => known.forget((entry) => entry.caller.tokenId === tokenId),
    forgetOwner: (personId) => known.forget((entry) => entry.caller.owner?.id === personId),
    forgetSession: (ended) => known.forget(({ hash }) => ended === undefined || ended === hash),
    removeExpired: () => store.removeExpired(clock.now()),
  }
}

function callerFrom(grant: GrantRecord | undefined, now: number): Caller | undefined {
  if (grant === undefined || isOver(grant.expiresAt, now)) return undefined
  return {
    id: grant.callerId,
    name: grant.callerName,
    role: roleOf(grant),
    via: grant.kind === 'password' ? 'link' : grant.kind,
    tokenId: grant.tokenId,
    expiresAt: endOf(grant),
    ...sessionBehind(grant),
  }
}

/** The groups in a JWT are known only while it is sent, so a member by such a group has no sessions and tickets. */
function refuseUnknown({ role, projects, person, tokenId }: Caller): void {
  if (role !== null) return
  if (projects !== undefined && (person !== undefined || tokenId !== null)) return
  throw new Problem('FORBIDDEN', { message: 'Sessions and tickets need a person, a token, or a role in the JWT.' })
}

export function roleOf({ role }: Pick<GrantRecord, 'role'>): Role | null {
  return role === 'member' ? null : role
}

/** The projects of a person. A role in the whole service counts everywhere, and an administrator has no stronger one. */
export function membership({ role }: Pick<GrantRecord, 'role'>, projects: ReadonlyMap<string, Role>) {
  return role === 'admin' || (role !== 'member' && projects.size === 0) ? {} : { projects }
}

/** A stream opened with a ticket ends with the credential that the ticket was created from. */
function endOf({ kind, expiresAt, credentialExpiresAt }: GrantRecord): number | null {
  if (kind === 'ticket') return credentialExpiresAt
  return kind === 'session' ? expiresAt : null
}

function sessionBehind({ kind, hash, sessionHash }: GrantRecord): { session?: string } {
  const session = kind === 'session' ? hash : sessionHash
  return session === null ? {} : { session }
}
