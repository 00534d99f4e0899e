/**
 * Stored credentials for the effects of nodes. They are opened for one call, and everything that the call returns is
 * masked, so that a node never gets a secret.
 */
import { type CredentialPurpose, type CredentialValues, NodeFailure } from '@millrace/model'
import { masked, maskedError } from '../../platform/masking.ts'

export interface OpenCredential {
  readonly id: string
  readonly name: string
  readonly type: string
  /** All fields with their secrets. */
  readonly values: CredentialValues
  /** The headers of an HTTP request. */
  readonly headers: Readonly<Record<string, string>>
  /** The hosts that the headers may be sent to. */
  readonly hosts: readonly string[]
  /** Texts that must not leave the call. */
  readonly secrets: readonly string[]
  /** Records the outcome of the call. Does not wait. */
  ended(outcome: CallOutcome): void
  /** The credential with a new token, after the other side refused this one. Absent if it has none to replace. */
  renew?(): Promise<OpenCredential>
}

export interface CallOutcome {
  /** Why the call failed; undefined if it did not. */
  readonly failure?: string | undefined
}

/** The call that needs a credential. */
export interface CredentialUser {
  readonly signal: AbortSignal
  /** The id of the workflow, which uses credentials of its own project; empty for the default project. */
  readonly workflow: string
}

export interface CredentialSource {
  /** Throws CREDENTIAL_NOT_FOUND, CREDENTIAL_TYPE, CREDENTIAL_UNUSABLE, CREDENTIAL_REFUSED or CREDENTIAL_TOKEN. */
  open(name: string, purpose: CredentialPurpose, use: CredentialUser): Promise<OpenCredential>
}

export const noCredentials: CredentialSource = {
  open: async (name) => {
    throw new NodeFailure('CREDENTIAL_NOT_FOUND', `There is no credential "${name}".`)
  },
}

/** Makes a call with a credential: masks its result or its error, and records the outcome if there is one. */
export async function withCredential<T>(
  credential: OpenCredential,
  call: () => Promise<T>,
  outcomeOf: (result: T) => CallOutcome | undefined = () => ({}),
): Promise<T> {
  try {
    const result = await call()
    const outcome = outcomeOf(result)
    if (outcome !== undefined) credential.ended(outcome)
    return masked(result, credential.secrets)
  } catch (error) {
    const hidden = maskedError(error, credential.secrets)
    // An aborted step is not a failure of the credential.
    if (hidden instanceof NodeFailure) credential.ended({ failure: `${hidden.code}: ${hidden.message}`.slice(0, 500) })
    throw hidden
  }
}
