/**
 * Named credentials: what a node needs to sign in somewhere, stored once and used by name, so that workflows contain no
 * secret. The secret fields are encrypted and bound to their credential, and are never returned.
 *
 * K1 A secret is sent only where an administrator who entered it meant it: to new hosts or addresses only after it was
 *    entered again. Otherwise an administrator who cannot read it could have it sent to their own server.
 */
import {
  type CredentialType,
  type CredentialValues,
  credentialType,
  isPlaceholder,
  type NewCredential,
  Problem,
} from '@millrace/model'
import type { CredentialRecord, CredentialStore, CredentialUse, CredentialUser, Page } from '@millrace/store'
import type { Clock, Ids } from '../platform/ports.ts'
import type { Vault } from '../platform/secrets.ts'
import { found, type StoredCredential } from './credential-changes.ts'
import { invalidField, separatedFields } from './credential-fields.ts'
import { sealedWith } from './sealed-values.ts'
import { isReference, type ReferenceSettings } from './secret-references.ts'

/** Who creates or changes a credential. */
export interface CredentialAuthor {
  readonly name: string
  readonly project: string
  /** Whether secrets may be references to the environment and files of the operator: not for members of one project. */
  readonly mayRefer: boolean
}

export interface Credentials {
  create(fields: NewCredential, by: CredentialAuthor): Promise<StoredCredential>
  /** By id or by name. */
  get(idOrName: string): Promise<StoredCredential>
  list(query: { limit: number; offset: number; projects?: readonly string[] }): Promise<Page<StoredCredential>>
  update(idOrName: string, fields: NewCredential, by: Pick<CredentialAuthor, 'mayRefer'>): Promise<StoredCredential>
  remove(idOrName: string): Promise<void>
  /** How many workflows refer to each, by id. */
  usesOf(credentials: readonly StoredCredential[]): Promise<ReadonlyMap<string, number>>
  /** The workflows that refer to it. */
  usersOf(idOrName: string, page: { limit: number; offset: number }): Promise<Page<CredentialUser>>
}

export interface CredentialNeeds {
  readonly store: CredentialStore
  readonly vault: Vault
  readonly clock: Clock
  readonly ids: Ids
  readonly references: ReferenceSettings
}

const MAX_ATTEMPTS = 10
const UNUSED: CredentialUse = { usedAt: null, failure: null }

export function createCredentials({ store, vault, clock, ids, references }: CredentialNeeds): Credentials {
  const sealed = sealedWith(vault)

  const get = (idOrName: string) => found(store, idOrName)

  function typeOf(id: string) {
    const type = credentialType(id)
    if (type === undefined) throw invalidField('/type', 'is not a type of credentials')
    return type
  }

  async function updated(
    before: StoredCredential,
    fields: NewCredential,
    by: Pick<CredentialAuthor, 'mayRefer'>,
  ): Promise<StoredCredential | 'stale'> {
    refuseReferences(fields, by)
    const { name, type: typeId, description = '', hosts = [], values } = fields
    const type = typeOf(typeId)
    const stored = before.type === type.id ? sealed.openOrNone(before) : {}
    const kept = keepsAddresses(before, { hosts, values }, type.addressFields ?? []) ? stored : referencesIn(stored, by)
    refuseLost(values, stored, kept)
    const { secrets, shown } = separatedFields(values, { type, hosts, references, kept })
    const keepsAccount = before.type === type.id && keepsConnection(before, { hosts, values: shown }, type)
    const record: CredentialRecord = {
      ...before,
      ...{ name, type: type.id, description, hosts, values: shown },
      revision: before.revision + 1,
      secret: sealed.seal(before.id, secrets, keepsAccount ? sealed.tokenOrNone(before) : undefined),
      connection: keepsAccount ? before.connection : null,
      updatedAt: clock.now(),
    }
    const result = await store.update(record)
    if (result === 'taken') throw taken(name)
    if (result === 'stale') return result
    const { usedAt, failure } = before
    return { ...record, usedAt, failure }
  }

  return {
    get,
    list: (query) => store.list(query),
    async create({ name, type: typeId, description = '', hosts = [], values }, by) {
      refuseReferences({ values }, by)
      const type = typeOf(typeId)
      const placeholder = Object.keys(values).find((key) => isPlaceholder(values[key]))
      if (placeholder !== undefined) throw invalidField(`/values/${placeholder}`, 'must not be a placeholder')
      const { secrets, shown } = separatedFields(values, { type, hosts, references, kept: {} })
      const id = ids.uuid()
      const now = clock.now()
      const record: CredentialRecord = {
        ...{ id, project: by.project, name, type: type.id, description, hosts, values: shown },
        revision: 1,
        secret: sealed.seal(id, secrets),
        ...{ createdAt: now, updatedAt: now, createdBy: by.name, connection: null },
      }
      if (!(await store.create(record))) throw taken(name)
      return { ...record, ...UNUSED }
    },
    async update(idOrName, fields, by) {
      // A refresh of its token may change it at the same time.
      for (let attempt = 1; ; attempt++) {
        const result = await updated(await get(idOrName), fields, by)
        if (result !== 'stale') return result
        if (attempt === MAX_ATTEMPTS) throw new Error('the credential is changed all the time')
      }
    },
    async remove(idOrName) {
      const { id } = await get(idOrName)
      await store.remove(id)
    },
    usesOf: (credentials) => store.usesOf(credentials),
    async usersOf(idOrName, page) {
      return store.usersOf(await get(idOrName), page)
    },
  }
}

interface Addresses {
  readonly hosts: readonly string[]
  readonly values: CredentialValues
}

/** Whether a secret goes to no other place than before (K1). */
function keepsAddresses(before: CredentialRecord, next: Addresses, addressFields: readonly string[]): boolean {
  const isSubset = next.hosts.every((host) => before.hosts.includes(host))
  return isSubset && addressFields.every((key) => (next.values[key] ?? '') === (before.values[key] ?? ''))
}

/**
 * Whether an account that a person has connected stays connected. As for secrets, its tokens are sent to no new host.
 * Tokens that the service can fetch itself are dropped at every change.
 */
function keepsConnection(before: CredentialRecord, next: Addresses, { grant, tokenFields }: CredentialType): boolean {
  return grant === 'authorization_code' && keepsAddresses(before, next, tokenFields ?? [])
}

function refuseReferences({ values }: Pick<NewCredential, 'values'>, { mayRefer }: Pick<CredentialAuthor, 'mayRefer'>) {
  const reference = mayRefer ? undefined : Object.keys(values).find((key) => isReference(values[key] ?? ''))
  if (reference !== undefined) {
    throw invalidField(
      `/values/${reference}`,
      'must not be a reference: only administrators of the service may use them',
    )
  }
}

/** References stay: they show no secret, and anyone who may write credentials can write them again. */
function referencesIn(secrets: CredentialValues, { mayRefer }: Pick<CredentialAuthor, 'mayRefer'>): CredentialValues {
  if (!mayRefer) return {}
  return Object.fromEntries(Object.entries(secrets).filter(([, value]) => isReference(value)))
}

function refuseLost(given: CredentialValues, stored: CredentialValues, kept: CredentialValues): void {
  const lost = Object.keys(stored).find(
    (key) => kept[key] === undefined && (given[key] === undefined || isPlaceholder(given[key])),
  )
  if (lost !== undefined) {
    throw invalidField(`/values/${lost}`, 'must be entered again, because the credential is now sent to another place')
  }
}

function taken(name: string): Problem {
  return new Problem('ALREADY_EXISTS', { message: `There is already a credential "${name}".` })
}
