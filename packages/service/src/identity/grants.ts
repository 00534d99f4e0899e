/**
 * Temporary credentials: the session behind a browser's cookie, the code of a one-time link, the ticket of a stream.
 * Links and tickets can be used once.
 */
import type { GrantRecord, GrantStore, Page } from '@millrace/store'
import type { Caller } from '../platform/caller.ts'
import type { Clock, Random } from '../platform/ports.ts'
import { hashOf, newSecret } from './secret-text.ts'
import { isOver } from './tokens.ts'
import { verificationCache } from './verification-cache.ts'

type Kind = GrantRecord['kind']

const MINUTE_MS = 60_000
const LIFE_MS = { session: 7 * 24 * 60 * MINUTE_MS, link: 15 * MINUTE_MS, ticket: MINUTE_MS } as const

/** How long a verified session is cached. */
const CACHED_MS = 5_000

export interface Grant {
  readonly secret: string
  readonly expiresAt: number
}

export interface Grants {
  /** Never outlives the credential that it is created from. */
  create(kind: Kind, caller: Caller): Promise<Grant>
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
  /** Called when a token is revoked; the store has already removed the grants created from it. */
  forgetToken(tokenId: string): void
  removeExpired(): Promise<number>
}

export function createGrants(store: GrantStore, clock: Clock, random: Random): Grants {
  const known = verificationCache<{ readonly hash: string; readonly caller: Caller }>(clock, CACHED_MS)

  async function lookUp(hash: string): Promise<Caller | undefined> {
    const mark = known.mark()
    const caller = callerFrom(await store.find('session', hash), clock.now())
    if (caller !== undefined) known.set(hash, { hash, caller }, mark)
    return caller
  }

  return {
    async create(kind, caller) {
      if (caller.role === null) throw new Error('a grant needs a caller with a role')
      const secret = newSecret(random)
      const createdAt = clock.now()
      const expiresAt = Math.min(createdAt + LIFE_MS[kind], caller.expiresAt ?? Number.POSITIVE_INFINITY)
      await store.create({
        hash: hashOf(secret),
        kind,
        callerId: caller.id,
        callerName: caller.name,
        role: caller.role,
        createdAt,
        expiresAt,
        tokenId: caller.tokenId,
        credentialExpiresAt: kind === 'ticket' ? caller.expiresAt : null,
        sessionHash: kind === 'ticket' ? (caller.session ?? null) : null,
      })
      return { secret, expiresAt }
    },
    sessionOf(secret) {
      const hash = hashOf(secret)
      const entry = known.get(hash)
      if (entry === undefined) return lookUp(hash)
      return isOver(entry.caller.expiresAt, clock.now()) ? undefined : entry.caller
    },
    async take(kind, secret) {
      const grant = await store.take(kind, hashOf(secret))
      // A ticket is invalid once its session has ended.
      const isVoid = grant?.sessionHash != null && (await store.find('session', grant.sessionHash)) === undefined
      return isVoid ? undefined : callerFrom(grant, clock.now())
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
    forgetToken: (tokenId) => known.forget((entry) => entry.caller.tokenId === tokenId),
    removeExpired: () => store.removeExpired(clock.now()),
  }
}

function callerFrom(grant: GrantRecord | undefined, now: number): Caller | undefined {
  if (grant === undefined || isOver(grant.expiresAt, now)) return undefined
  return {
    id: grant.callerId,
    name: grant.callerName,
    role: grant.role,
    via: grant.kind,
    tokenId: grant.tokenId,
    expiresAt: endOf(grant),
    ...sessionBehind(grant),
  }
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
