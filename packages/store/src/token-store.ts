/** The database port of API tokens and of short-lived credentials. */
import type { PersonRole, Role } from '@millrace/model'
import type { Page } from './page.ts'

/** An API token; only the hash of the secret is stored. */
export interface TokenRecord {
  readonly id: string
  readonly name: string
  readonly role: Role
  readonly hash: string
  readonly createdAt: number
  readonly createdBy: string
  readonly expiresAt: number | null
  readonly lastUsedAt: number | null
  /** The only project that it has access to, with its role; null if it has access to all. */
  readonly project: string | null
  /** The id of the person who created it, and without whom it is not valid; null if it was not a person. */
  readonly owner: string | null
}

/** A token in the list, with its owner; the name is null if the person does not exist. */
export interface ListedToken extends TokenRecord {
  readonly ownerName: string | null
  readonly ownerDisabledAt: number | null
}

export interface TokenStore {
  create(token: TokenRecord): Promise<void>
  byHash(hash: string): Promise<TokenRecord | undefined>
  get(id: string): Promise<TokenRecord | undefined>
  /** Newest first. */
  list(page: { limit: number; offset: number }): Promise<Page<ListedToken>>
  remove(id: string): Promise<boolean>
  touch(id: string, at: number): Promise<void>
}

/** A short-lived credential of a caller: a browser session, a one-time link, a ticket for a stream. */
export interface GrantRecord {
  readonly hash: string
  /** A `password` link lets a person choose a password. */
  readonly kind: 'session' | 'link' | 'ticket' | 'password'
  readonly callerId: string
  readonly callerName: string
  readonly role: PersonRole
  readonly createdAt: number
  readonly expiresAt: number
  /** The API token behind a session or ticket, so that revoking the token revokes it; null for others. */
  readonly tokenId: string | null
  /** When the credential behind a ticket expires; null if it does not, and for other kinds. */
  readonly credentialExpiresAt: number | null
  /** The hash of the session that a ticket was created from. */
  readonly sessionHash: string | null
  /** The person with an account; null for other callers. */
  readonly personId: string | null
  /** The sealed ID token of the provider, for a session that began there. */
  readonly providerSession: Uint8Array | null
}

export interface GrantStore {
  create(grant: GrantRecord): Promise<void>
  /** Also finds expired grants; the caller checks the time. */
  find(kind: GrantRecord['kind'], hash: string): Promise<GrantRecord | undefined>
  /** Finds and deletes atomically, so that only one of two callers gets the grant. */
  take(kind: GrantRecord['kind'], hash: string): Promise<GrantRecord | undefined>
  remove(kind: GrantRecord['kind'], hash: string): Promise<boolean>
  /** Unexpired sessions, newest first. */
  listSessions(page: { now: number; limit: number; offset: number }): Promise<Page<GrantRecord>>
  /** Removes every session except the one with this hash; returns the hashes of the removed ones. */
  removeSessions(except?: string): Promise<string[]>
  /** The same for the sessions of one caller. */
  removeSessionsOf(callerId: string, except?: string): Promise<string[]>
  /** Removes the links with which a person could choose a password. */
  removePasswordLinks(personId: string): Promise<void>
  removeExpired(now: number): Promise<number>
}
