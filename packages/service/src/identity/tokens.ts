/** API tokens: made, listed, revoked and recognised. Only hashes are stored; the secret is seen once, by its maker. */
import type { Role } from '@millrace/model'
import type { Page, TokenRecord, TokenStore } from '@millrace/store'
import type { Caller } from '../platform/caller.ts'
import type { Clock, Ids, Log, Random } from '../platform/ports.ts'
import { hashOf, newSecret, TOKEN_PREFIX } from './secret-text.ts'
import { shortMemory } from './verification-cache.ts'

/** How long a verified token is believed without asking the database again. */
const BELIEVED_MS = 5_000
const TOUCH_EVERY_MS = 60_000

export interface NewToken {
  readonly name: string
  readonly role: Role
  readonly createdBy: string
  readonly expiresAt: number | null
}

export interface Tokens {
  create(token: NewToken): Promise<{ readonly record: TokenRecord; readonly secret: string }>
  list(page: { limit: number; offset: number }): Promise<Page<TokenRecord>>
  /** False when there is none. Ends everything that was made from it. */
  revoke(id: string): Promise<boolean>
  /** The caller behind a secret; undefined when it is unknown or over. */
  callerOf(secret: string): Caller | undefined | Promise<Caller | undefined>
}

export interface TokenNeeds {
  readonly store: TokenStore
  readonly clock: Clock
  readonly ids: Ids
  readonly random: Random
  readonly log: Log
}

export function createTokens({ store, clock, ids, random, log }: TokenNeeds): Tokens {
  const known = shortMemory<Caller>(clock, BELIEVED_MS)
  const touched = new Map<string, number>()

  function touch(id: string): void {
    const now = clock.now()
    if (now - (touched.get(id) ?? 0) < TOUCH_EVERY_MS) return
    touched.set(id, now)
    // When it was last used is a courtesy; nobody waits for it and nothing fails with it.
    store.touch(id, now).catch((error: unknown) => log.warn({ err: error }, 'could not note the use of a token'))
  }

  async function lookUp(hash: string): Promise<Caller | undefined> {
    const mark = known.mark()
    const record = await store.byHash(hash)
    if (record === undefined || isOver(record.expiresAt, clock.now())) return undefined
    const caller = callerFrom(record)
    known.set(hash, caller, mark)
    touch(record.id)
    return caller
  }

  return {
    async create({ name, role, createdBy, expiresAt }) {
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

/** Whether a moment, if there is one, has come. */
export function isOver(expiresAt: number | null, now: number): boolean {
  return expiresAt !== null && expiresAt <= now
}

function callerFrom(token: TokenRecord): Caller {
  return {
    id: token.id,
    name: token.name,
    role: token.role,
    via: 'token',
    tokenId: token.id,
    expiresAt: token.expiresAt,
  }
}
