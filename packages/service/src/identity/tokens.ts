/** API tokens: created, listed, revoked and verified. Only hashes are stored; the secret is returned once. */
import type { Role } from '@millrace/model'
import type { ListedToken, Page, TokenRecord, TokenStore } from '@millrace/store'
import type { Caller } from '../platform/caller.ts'
import type { Clock, Ids, Log, Random } from '../platform/ports.ts'
import { hashOf, newSecret, TOKEN_PREFIX } from './secret-text.ts'
import { type OwnerLookup, rightsOf, type TokenRights } from './token-rights.ts'
import { verificationCache } from './verification-cache.ts'

/** How long a verified token is cached. */
const CACHED_MS = 5_000
const TOUCH_EVERY_MS = 60_000

export interface NewToken {
  readonly name: string
  readonly role: Role
  readonly createdBy: string
  readonly expiresAt: number | null
  /** The only project that it has access to. */
  readonly project?: string | null
  /** The id of the person who creates it, if it is one. */
  readonly owner?: string | null
}

export interface Tokens {
  create(token: NewToken): Promise<{ readonly record: TokenRecord; readonly secret: string }>
  list(page: { limit: number; offset: number }): Promise<Page<ListedToken>>
  /** Also ends everything created from it; false if it does not exist. */
  revoke(id: string): Promise<boolean>
  /** Another process has revoked a token; without an id, it may have revoked any. */
  forget(id?: string): void
  /** The rights of a person may have changed: their tokens are read again. */
  forgetOwner(personId: string): void
  /** The caller of a secret; undefined if it is unknown or expired. */
  callerOf(secret: string): Caller | undefined | Promise<Caller | undefined>
}

export interface TokenNeeds {
  readonly store: TokenStore
  readonly people: OwnerLookup
  readonly clock: Clock
  readonly ids: Ids
  readonly random: Random
  readonly log: Log
}

export function createTokens({ store, people, clock, ids, random, log }: TokenNeeds): Tokens {
  const known = verificationCache<Caller>(clock, CACHED_MS)
  const touched = new Map<string, number>()

  function touch(id: string): void {
    const now = clock.now()
    if (now - (touched.get(id) ?? 0) < TOUCH_EVERY_MS) return
    touched.set(id, now)
    // In the background: the time of the last use is informational, so its failure must not fail the request.
    store.touch(id, now).catch((error: unknown) => log.warn({ err: error }, 'could not record the use of a token'))
  }

  async function lookUp(hash: string): Promise<Caller | undefined> {
    const mark = known.mark()
    const record = await store.byHash(hash)
    if (record === undefined || isOver(record.expiresAt, clock.now())) return undefined
    const rights = await rightsOf(record, people, clock)
    if (rights === undefined) return undefined
    const caller = callerFrom(record, rights)
    known.set(hash, caller, mark)
    touch(record.id)
    return caller
  }

  return {
    async create({ name, role, createdBy, expiresAt, project = null, owner = null }) {
      const secret = newSecret(random, TOKEN_PREFIX)
      const record: TokenRecord = {
        id: ids.uuid(),
        name,
        role,
        hash: hashOf(secret),
        createdAt: clock.now(),
        createdBy,
        expiresAt,
        lastUsedAt: null,
        project,
        owner,
      }
      await store.create(record)
      return { record, secret }
    },
    list: (page) => store.list(page),
    async revoke(id) {
      const existed = await store.remove(id)
      known.forget((caller) => caller.tokenId === id)
      touched.delete(id)
      return existed
    },
    forget(id) {
      known.forget((caller) => id === undefined || caller.tokenId === id)
    },
    forgetOwner(personId) {
      known.forget((caller) => caller.owner?.id === personId)
    },
    callerOf(secret) {
      const hash = hashOf(secret)
      const caller = known.get(hash)
      if (caller === undefined) return lookUp(hash)
      if (isOver(caller.expiresAt, clock.now())) return undefined
      if (caller.tokenId !== null) touch(caller.tokenId)
      return caller
    },
  }
}

/** Whether an expiry time, if there is one, has passed. */
export function isOver(expiresAt: number | null, now: number): boolean {
  return expiresAt !== null && expiresAt <= now
}

function callerFrom(token: TokenRecord, rights: TokenRights): Caller {
  return {
    id: token.id,
    name: token.name,
    via: 'token',
    tokenId: token.id,
    expiresAt: token.expiresAt,
    ...rights,
  }
}
