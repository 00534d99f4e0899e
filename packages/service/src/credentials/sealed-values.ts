import type { CredentialValues } from '@millrace/model'
import type { CredentialRecord } from '@millrace/store'
import type { Vault } from '../platform/secrets.ts'

type Sealed = Pick<CredentialRecord, 'id' | 'secret'>

/** An access token that the service has fetched for a credential. */
export interface FetchedToken {
  readonly accessToken: string
  /** Null if the provider names no end. */
  readonly expiresAt: number | null
  /** When it is replaced; null if it has no end. */
  readonly refreshAt: number | null
  /** Of a connected account, if the provider has sent one. */
  readonly refreshToken?: string | undefined
}

export interface SealedValues {
  seal(id: string, secrets: CredentialValues, token?: FetchedToken): Uint8Array | null
  /** The secret fields. Throws if they were sealed with another key. */
  open(record: Sealed): CredentialValues
  openOrNone(record: Sealed): CredentialValues
  /** The fetched token. Throws as `open` does. */
  tokenOf(record: Sealed): FetchedToken | undefined
  tokenOrNone(record: Sealed): FetchedToken | undefined
}

/** Cannot be the name of a field. */
const TOKEN_KEY = '#token'

/** The context that binds the values to their credential. */
export const credentialContext = (id: string): string => `credential:${id}`

/** The secret fields of credentials and the token that was fetched with them, sealed together for their credential. */
export function sealedWith(vault: Vault): SealedValues {
  const all = ({ id, secret }: Sealed): CredentialValues =>
    secret === null ? {} : (JSON.parse(vault.open(secret, credentialContext(id))) as CredentialValues)
  const open = (record: Sealed): CredentialValues => {
    const { [TOKEN_KEY]: _, ...secrets } = all(record)
    return secrets
  }
  const tokenOf = (record: Sealed): FetchedToken | undefined => {
    const { [TOKEN_KEY]: text } = all(record)
    return text === undefined ? undefined : (JSON.parse(text) as FetchedToken)
  }
  return {
    open,
    tokenOf,
    seal(id, secrets, token) {
      const values = token === undefined ? secrets : { ...secrets, [TOKEN_KEY]: JSON.stringify(token) }
      return Object.keys(values).length === 0 ? null : vault.seal(JSON.stringify(values), credentialContext(id))
    },
    openOrNone: (record) => orElse(() => open(record), {}),
    tokenOrNone: (record) => orElse(() => tokenOf(record), undefined),
  }
}

function orElse<T>(read: () => T, other: T): T {
  try {
    return read()
  } catch {
    return other
  }
}
