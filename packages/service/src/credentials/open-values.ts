/** The fields of a credential with their secrets, for a call or a request to a token endpoint. */
import { type CredentialValues, NodeFailure } from '@millrace/model'
import type { CredentialRecord } from '@millrace/store'
import type { SealedValues } from './sealed-values.ts'
import { BadReference, type ReferenceNeeds, readReference } from './secret-references.ts'

/** Throws CREDENTIAL_UNUSABLE. */
export async function openValues(
  record: CredentialRecord,
  { sealed, references }: { readonly sealed: SealedValues; readonly references: ReferenceNeeds },
): Promise<CredentialValues> {
  const entries = Object.entries(opened(sealed, record)).map(
    async ([key, value]) => [key, await readReference(value, references)] as const,
  )
  try {
    return { ...record.values, ...Object.fromEntries(await Promise.all(entries)) }
  } catch (error) {
    if (error instanceof BadReference) throw unusable(record.name, error.message)
    throw error
  }
}

function opened(sealed: SealedValues, record: CredentialRecord): CredentialValues {
  try {
    return sealed.open(record)
  } catch {
    throw unusable(record.name, 'it cannot be decrypted with the key of this service; enter its secrets again')
  }
}

export function unusable(name: string, why: string): NodeFailure {
  return new NodeFailure('CREDENTIAL_UNUSABLE', `The credential "${name}" cannot be used: ${why}.`)
}
