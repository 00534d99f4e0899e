/**
 * Access tokens of OAuth 2.0 credentials: stored sealed with their credential, replaced before they expire and after they
 * were refused.
 *
 * T1 One process fetches at a time: it has the lease of the credential. The others wait for the token that it stores.
 * T2 A token is stored only for the revision that it was fetched with, so that a change by an admin is not overwritten
 *    and no token of the earlier fields is used.
 * T3 A provider may replace the refresh token with every use of it, and the old one is worth nothing then. So the new one is
 *    also stored after a change by an admin, if that has kept the connection.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { credentialType, NodeFailure, Retryable } from '@millrace/model'
import type { CredentialRecord, CredentialStore } from '@millrace/store'
import type { ProviderToken, TokenGrant } from '../effects/credentials/fetch-token.ts'
import { NotConnected } from '../effects/credentials/not-connected.ts'
import type { Clock } from '../platform/ports.ts'
import type { FetchedToken, SealedValues } from './sealed-values.ts'

/** Longer than a fetch may take. */
const LEASE_MS = 30_000
const POLL_MS = 50
const MAX_WAIT_MS = 60_000
const MAX_ATTEMPTS = 10
/** How long before its end a token is replaced; a tenth of its lifetime if that is shorter. */
const MARGIN_MS = 60_000

export interface TokenNeeds {
  readonly store: Pick<CredentialStore, 'get' | 'update' | 'lease' | 'release'>
  readonly sealed: SealedValues
  readonly clock: Clock
  readonly fetchToken: (record: CredentialRecord, grant: TokenGrant) => Promise<ProviderToken>
  /** Called once when a connection has to be made again. */
  readonly onLost: (lost: LostConnection) => Promise<void>
}

export interface LostConnection {
  readonly credential: Pick<CredentialRecord, 'id' | 'name'>
  readonly reason: string
}

export interface AccessTokens {
  /** A token that is not `refused`. Throws CREDENTIAL_REFUSED, CREDENTIAL_NOT_CONNECTED or CREDENTIAL_TOKEN. */
  tokenFor(record: CredentialRecord, signal: AbortSignal, refused?: string): Promise<string>
}

export function accessTokens({ store, sealed, clock, fetchToken, onLost }: TokenNeeds): AccessTokens {
  /** The fetches of this process: its steps do not compete for the lease. */
  const running = new Map<string, Promise<string>>()

  const stored = (record: CredentialRecord, refused: string | undefined): FetchedToken | undefined => {
    const token = sealed.tokenOf(record)
    return token?.accessToken === refused ? undefined : token
  }
  const isBefore = (end: number | null) => end === null || clock.now() < end
  const fresh = (record: CredentialRecord, refused: string | undefined): string | undefined => {
    const token = stored(record, refused)
    return token !== undefined && isBefore(token.refreshAt) ? token.accessToken : undefined
  }

  async function found(id: string): Promise<CredentialRecord> {
    const record = await store.get(id)
    if (record === undefined) throw new NodeFailure('CREDENTIAL_NOT_FOUND', 'The credential was deleted.')
    return record
  }

  /** Undefined if the credential was changed meanwhile (T2). */
  async function fetched(id: string, refused: string | undefined): Promise<string | undefined> {
    const record = await found(id)
    const other = fresh(record, refused)
    if (other !== undefined) return other
    const before = sealed.tokenOf(record)
    try {
      const token = expiring(await fetchToken(record, grantOf(record, before)), clock.now(), before)
      return (await replaced(record, before, { token })) ? token.accessToken : undefined
    } catch (error) {
      if (error instanceof NotConnected) await lost(record, before, error)
      throw error
    }
  }

  /** Stores a token, or that there is none; false if the connection is another one meanwhile (T2, T3). */
  async function replaced(
    first: CredentialRecord,
    before: FetchedToken | undefined,
    { token, connection }: { readonly token?: FetchedToken; readonly connection?: CredentialRecord['connection'] },
  ): Promise<boolean> {
    let record = first
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const secret = sealed.seal(record.id, sealed.open(record), token)
      const next = { ...record, revision: record.revision + 1, secret, ...(connection && { connection }) }
      if ((await store.update(next)) === 'done') return true
      if (before?.refreshToken === undefined) return false
      record = await found(record.id)
      if (sealed.tokenOf(record)?.refreshToken !== before.refreshToken) return false
    }
    return false
  }

  async function lost(record: CredentialRecord, before: FetchedToken | undefined, { reason }: NotConnected) {
    if (record.connection === null || record.connection.lostAt !== null) return
    const connection = { ...record.connection, lostAt: clock.now(), lostReason: reason }
    if (await replaced(record, before, { connection })) await onLost({ credential: record, reason })
  }

  async function renewed(id: string, refused: string | undefined): Promise<string> {
    const until = clock.now() + MAX_WAIT_MS
    while (clock.now() < until) {
      const now = clock.now()
      let token: string | undefined
      if (await store.lease(id, now, now + LEASE_MS)) {
        try {
          token = await fetched(id, refused)
        } finally {
          await store.release(id)
        }
      } else {
        await delay(POLL_MS)
        token = fresh(await found(id), refused)
      }
      if (token !== undefined) return token
    }
    throw new Retryable('Another process takes too long to fetch the token of the credential.', 'CREDENTIAL_TOKEN')
  }

  function shared(id: string, refused: string | undefined): Promise<string> {
    const key = `${id} ${refused ?? ''}`
    const flight = running.get(key) ?? renewed(id, refused).finally(() => running.delete(key))
    running.set(key, flight)
    return flight
  }

  return {
    async tokenFor(record, signal, refused) {
      const kept = fresh(record, refused)
      if (kept !== undefined) return kept
      try {
        return await abortable(shared(record.id, refused), signal)
      } catch (error) {
        // The provider cannot be reached: the token is valid until its end.
        const last = stored(record, refused)
        if (error instanceof Retryable && last !== undefined && isBefore(last.expiresAt)) return last.accessToken
        throw error
      }
    },
  }
}

/** What a new token is requested with. Throws CREDENTIAL_NOT_CONNECTED if only a person can get one. */
function grantOf({ name, type, connection }: CredentialRecord, token: FetchedToken | undefined): TokenGrant {
  if (credentialType(type)?.grant !== 'authorization_code') return { kind: 'client_credentials' }
  if (token?.refreshToken !== undefined) return { kind: 'refresh_token', refreshToken: token.refreshToken }
  if (connection === null) throw new NotConnected(name, 'it has never been connected')
  throw new NotConnected(
    name,
    connection.lostReason ?? 'its token has expired and the provider has sent no refresh token',
  )
}

/** A token with its times. A refresh token stays valid if the provider sends no other one. */
export function expiring(
  { accessToken, expiresInMs, refreshToken }: ProviderToken,
  now: number,
  before?: FetchedToken,
): FetchedToken {
  const kept = refreshToken ?? before?.refreshToken
  const own = { accessToken, ...(kept !== undefined && { refreshToken: kept }) }
  if (expiresInMs === undefined) return { ...own, expiresAt: null, refreshAt: null }
  const expiresAt = now + expiresInMs
  return { ...own, expiresAt, refreshAt: expiresAt - Math.min(MARGIN_MS, expiresInMs / 10) }
}

/** Ends the wait of one step; the fetch continues for the others. */
async function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  let abort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
  })
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', abort))
}
