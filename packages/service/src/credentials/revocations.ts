/**
 * Revokes the tokens of a connected account at its provider before they are forgotten here. They are forgotten also if the
 * provider cannot be reached: then the failure is reported, and the permission has to be removed at the provider.
 *
 * Revoked first, so that a process that ends in between leaves a credential that can be disconnected again, and not a valid
 * token that is stored nowhere.
 */
import { credentialType, NodeFailure } from '@millrace/model'
import type { CredentialRecord, CredentialStore } from '@millrace/store'
import type { RevokedToken, TokenRevoker } from '../effects/credentials/revoke-token.ts'
import type { Log } from '../platform/ports.ts'
import { openValues } from './open-values.ts'
import type { FetchedToken, SealedValues } from './sealed-values.ts'
import type { ReferenceNeeds } from './secret-references.ts'

/** Details for the audit log, without secrets. */
export type Revocation =
  | { readonly revocation: 'done' }
  | { readonly revocation: 'failed'; readonly revocationError: string }

export interface Revocations {
  /** Undefined if there is nothing to revoke, or no revocation URL. Does not throw because of the provider. */
  revoke(idOrName: string): Promise<Revocation | undefined>
}

export interface RevocationNeeds {
  readonly store: Pick<CredentialStore, 'get'>
  readonly sealed: SealedValues
  readonly references: ReferenceNeeds
  readonly revokeToken: TokenRevoker
  readonly log: Log
}

/** A step may replace the refresh token while the first one is revoked. */
const MAX_TOKENS = 2

export function createRevocations({ store, sealed, references, revokeToken, log }: RevocationNeeds): Revocations {
  async function revoked(record: CredentialRecord, token: RevokedToken): Promise<Revocation> {
    try {
      await revokeToken(await openValues(record, { sealed, references }), token)
      return { revocation: 'done' }
    } catch (error) {
      if (!(error instanceof NodeFailure)) throw error
      log.warn({ credential: record.name, reason: error.message }, 'a token could not be revoked at its provider')
      return { revocation: 'failed', revocationError: error.message.slice(0, 500) }
    }
  }

  return {
    async revoke(idOrName) {
      let result: Revocation | undefined
      let last: string | undefined
      for (let count = 0; count < MAX_TOKENS && result?.revocation !== 'failed'; count++) {
        const record = await store.get(idOrName)
        const token = record && isRevocable(record) ? strongestOf(sealed.tokenOrNone(record)) : undefined
        if (record === undefined || token === undefined || token.token === last) break
        result = await revoked(record, token)
        last = token.token
      }
      return result
    },
  }
}

function isRevocable({ type, values }: CredentialRecord): boolean {
  return credentialType(type)?.grant === 'authorization_code' && (values.revocationUrl ?? '') !== ''
}

/** The provider ends the access tokens of a refresh token together with it. */
function strongestOf(token: FetchedToken | undefined): RevokedToken | undefined {
  if (token === undefined) return undefined
  return token.refreshToken === undefined
    ? { kind: 'access_token', token: token.accessToken }
    : { kind: 'refresh_token', token: token.refreshToken }
}
