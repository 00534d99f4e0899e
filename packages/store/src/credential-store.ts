/** The database port for named credentials. */
import type { Page } from './page.ts'

/** The account at a provider that a person has connected. */
export interface CredentialConnection {
  readonly account: string | null
  readonly connectedAt: number
  readonly connectedBy: string
  /** Since when it must be connected again; null if it works. */
  readonly lostAt: number | null
  readonly lostReason: string | null
}

/** A connection that a person has started, until the provider sends the browser back. */
export interface CredentialAuthorization {
  readonly stateHash: string
  readonly credentialId: string
  readonly callerId: string
  /** The browser session that started it; null for a caller without one. */
  readonly sessionHash: string | null
  /** What the end of the flow needs, encrypted. */
  readonly secret: Uint8Array
  readonly expiresAt: number
}

/** A credential that nodes refer to by name. */
export interface CredentialRecord {
  readonly id: string
  readonly project: string
  /** Unique in its project. */
  readonly name: string
  readonly type: string
  /** Counts the changes. */
  readonly revision: number
  /** The encrypted secret fields; null if there are none. */
  readonly secret: Uint8Array | null
  readonly description: string
  /** The hosts that it may be sent to. */
  readonly hosts: readonly string[]
  /** All fields, with placeholders for the secret ones. */
  readonly values: Readonly<Record<string, string>>
  readonly createdAt: number
  readonly updatedAt: number
  readonly createdBy: string
  readonly connection: CredentialConnection | null
}

/** The last call that a credential was used for. */
export interface CredentialUse {
  readonly usedAt: number | null
  /** Why it failed; null if it did not. */
  readonly failure: string | null
}

export interface CredentialUser {
  readonly id: string
  readonly machineName: string
  readonly name: string
}

export interface CredentialStore {
  /** False if the name is taken. */
  create(credential: CredentialRecord): Promise<boolean>
  /** By id or by name. A name is that of a credential of the project, by default of the default project. */
  get(idOrName: string, project?: string): Promise<(CredentialRecord & CredentialUse) | undefined>
  /** Sorted by name. */
  list(query: {
    limit: number
    offset: number
    types?: readonly string[]
    /** Only of these projects; of all if it is not set. */
    projects?: readonly string[] | undefined
  }): Promise<Page<CredentialRecord & CredentialUse>>
  /** The types of those that exist in the project, by the id or name that was given. */
  typesOf(idsOrNames: readonly string[], project: string): Promise<ReadonlyMap<string, string>>
  /** `stale` if the stored revision is not one lower, `taken` if another credential has the name. */
  update(credential: CredentialRecord): Promise<'done' | 'stale' | 'taken'>
  remove(id: string): Promise<boolean>
  /** Records the outcome of a use. */
  used(id: string, use: { readonly usedAt: number; readonly failure: string | null }): Promise<void>
  /** True for one caller until `until` has passed or the lease is released (`until` 0). */
  lease(id: string, now: number, until: number): Promise<boolean>
  release(id: string): Promise<void>
  /** Stores a started connection, and removes those that have expired at `now`. */
  beginAuthorization(authorization: CredentialAuthorization, now: number): Promise<void>
  findAuthorization(stateHash: string): Promise<CredentialAuthorization | undefined>
  /** True for exactly one caller. */
  takeAuthorization(stateHash: string): Promise<boolean>
  /** How many workflows of the same project refer to each of these by name or id; the keys are ids. */
  usesOf(credentials: readonly CredentialRecord[]): Promise<ReadonlyMap<string, number>>
  /** The workflows of the same project that refer to it, by machine name. */
  usersOf(
    credential: Pick<CredentialRecord, 'id' | 'name' | 'project'>,
    page: { limit: number; offset: number },
  ): Promise<Page<CredentialUser>>
}
