import type { PersonRole, PersonSource } from '@millrace/model'
import type { Page } from './page.ts'

/** A person with an account. */
export interface PersonRow {
  readonly id: string
  readonly source: PersonSource
  /** The provider that knows the person; empty for a local account. */
  readonly issuer: string
  /** Identifies the person within the issuer; the folded e-mail address of a local account. */
  readonly subject: string
  readonly email: string | null
  readonly name: string
  readonly role: PersonRole
  /** The groups of the identity provider at the last sign-in. */
  readonly groups: readonly string[]
  /** The hash with its parameters; null if none was chosen, and for people of a provider. */
  readonly password: string | null
  readonly createdAt: number
  readonly lastSeenAt: number | null
  readonly disabledAt: number | null
}

/** A person in the list: an account, or the sessions of a caller without one. */
export interface ListedPerson extends Pick<PersonRow, 'id' | 'email' | 'name' | 'role' | 'lastSeenAt' | 'disabledAt'> {
  /** `token` for a caller without an account. */
  readonly source: PersonSource | 'token'
  readonly createdAt: number | null
  readonly hasPassword: boolean
  /** Number of browser sessions that have not expired. */
  readonly sessions: number
}

export type PersonUpdate = Partial<Pick<PersonRow, 'name' | 'role' | 'password' | 'disabledAt'>>

export interface PersonStore {
  /** False if the issuer already has a person with this subject. */
  create(person: PersonRow): Promise<boolean>
  get(id: string): Promise<PersonRow | undefined>
  /** At most two ids of people with this e-mail address, in any case. */
  byEmail(email: string): Promise<readonly string[]>
  bySubject(issuer: string, subject: string): Promise<PersonRow | undefined>
  /** Creates the person of a provider, or updates name, e-mail address and role; returns the row. */
  signedIn(person: PersonRow): Promise<PersonRow>
  /** False if the person does not exist. */
  update(id: string, change: PersonUpdate): Promise<boolean>
  /** Accounts by name, then callers with sessions but no account. */
  list(page: { now: number; limit: number; offset: number }): Promise<Page<ListedPerson>>
  /** Whether an account that is not disabled has a password. */
  hasPasswords(): Promise<boolean>
  touch(id: string, at: number): Promise<void>
}
