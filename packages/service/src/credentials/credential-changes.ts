/** Changes of stored credentials by the service, which may happen together with those of an admin. */
import { Problem } from '@millrace/model'
import type { CredentialRecord, CredentialStore, CredentialUse } from '@millrace/store'

export type StoredCredential = CredentialRecord & CredentialUse

type Store = Pick<CredentialStore, 'get' | 'update'>

const MAX_ATTEMPTS = 10

/** Throws NOT_FOUND. */
export async function found(store: Store, idOrName: string): Promise<StoredCredential> {
  const record = await store.get(idOrName)
  if (record === undefined) throw new Problem('NOT_FOUND', { message: 'There is no such credential.' })
  return record
}

/** Repeats a change until no other one comes in between; undefined if `change` returns undefined. */
export async function changed(
  store: Store,
  id: string,
  change: (record: StoredCredential) => CredentialRecord | undefined,
): Promise<StoredCredential | undefined> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const record = await found(store, id)
    const next = change(record)
    if (next === undefined) return undefined
    const { usedAt, failure } = record
    if ((await store.update(next)) === 'done') return { ...next, usedAt, failure }
  }
  throw new Error('the credential is changed all the time')
}
