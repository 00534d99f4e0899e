/** Passwords of local accounts: chosen with a one-time link, checked at sign-in, and changed. */
import { Problem } from '@millrace/model'
import type { PersonRow, PersonStore } from '@millrace/store'
import type { Caller } from '../platform/caller.ts'
import type { Clock } from '../platform/ports.ts'
import { type Accounts, accountKey, callerOfPerson, requireLocal } from './accounts.ts'
import type { Auth } from './auth.ts'
import type { Grant } from './grants.ts'
import type { PasswordHashes } from './password-hash.ts'
import { createSignInLimits } from './sign-in-limits.ts'

export interface Passwords {
  /** A link with which a person chooses a password; earlier ones become invalid. */
  createLink(person: PersonRow): Promise<Grant>
  /** Checks an e-mail address and a password; `from` is the address of the client. */
  signIn(email: string, password: string, from: string): Promise<PasswordSignIn>
  /**
   * Sets the password of the person whose link this is; throws UNAUTHORIZED for an invalid link. Calls `known` before
   * anything is written.
   */
  choose(code: string, password: string, known: (caller: Caller) => void): Promise<Caller>
  /** Changes the password of the caller and ends their other sessions. */
  change(caller: Caller, passwords: { current: string; password: string }, from: string): Promise<void>
  /** Whether an account has a password. */
  areUsed(): Promise<boolean>
}

/** The caller, or the person whose password was wrong, if the account exists. */
export type PasswordSignIn = { readonly caller: Caller } | { readonly refused: PersonRow | undefined }

export interface PasswordNeeds {
  readonly store: PersonStore
  readonly accounts: Accounts
  readonly auth: Pick<Auth, 'grants' | 'endSessionsOf'>
  readonly hashes: PasswordHashes
  readonly clock: Clock
}

/** Of a link for a person who has a password; an invitation has the longer life of its grant. */
const RESET_LIFE_MS = 24 * 60 * 60_000

export function createPasswords({ store, accounts, auth, hashes, clock }: PasswordNeeds): Passwords {
  const limits = createSignInLimits(clock)

  async function set(person: PersonRow, password: string, keptSession?: string): Promise<void> {
    await store.update(person.id, { password: await hashes.hash(password) })
    await auth.grants.removePasswordLinks(person.id)
    await auth.endSessionsOf(person.id, keptSession)
  }

  return {
    areUsed: () => store.hasPasswords(),

    async createLink(person) {
      requireLocal(person)
      if (person.disabledAt !== null) {
        throw new Problem('VALIDATION_ERROR', { message: 'The account is disabled; enable it first.' })
      }
      const expiresAt = person.password === null ? null : clock.now() + RESET_LIFE_MS
      return auth.grants.create('password', callerOfPerson(person, expiresAt))
    },

    async signIn(email, password, from) {
      const wasRight = limits.attempt(accountKey(email), from)
      const person = await accounts.byEmail(email)
      const isRight = await hashes.matches(password, person?.password)
      if (!isRight || person === undefined || person.disabledAt !== null) return { refused: person }
      wasRight()
      return { caller: callerOfPerson(person, null) }
    },

    async choose(code, password, known) {
      const personId = await auth.grants.personOfLink(code)
      const person = personId === undefined ? undefined : await store.get(personId)
      if (person === undefined || person.disabledAt !== null) throw usedLink()
      requireOther(password, person)
      const caller = callerOfPerson(person, null)
      known(caller)
      if (!(await auth.grants.takePasswordLink(code))) throw usedLink()
      await set(person, password)
      return caller
    },

    async change({ person: own, session }, { current, password }, from) {
      if (own?.source !== 'local') {
        throw new Problem('FORBIDDEN', { message: 'Only people with a local account have a password here.' })
      }
      const person = await accounts.get(own.id)
      const wasRight = limits.attempt(person.subject, from)
      if (!(await hashes.matches(current, person.password))) {
        throw new Problem('VALIDATION_ERROR', { message: 'The current password is wrong.' })
      }
      wasRight()
      requireOther(password, person)
      await set(person, password, session)
    },
  }
}

function requireOther(password: string, { subject }: PersonRow): void {
  if (accountKey(password) !== subject) return
  throw new Problem('VALIDATION_ERROR', { message: 'The password must not be the e-mail address.' })
}

function usedLink(): Problem {
  return new Problem('UNAUTHORIZED', { message: 'The link was already used or has expired.' })
}
