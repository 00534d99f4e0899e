/**
 * Connects credentials with the account of a person: OAuth 2.0 authorization code with PKCE and state.
 *
 * A1 What a flow has to remember is in the database, so that any process can finish it. It can be used once, for ten
 *    minutes, and only by the caller who started it; if that was in a browser, only in the same session.
 * A2 A flow ends without a token if the fields that it depends on were changed meanwhile.
 * A3 Codes, verifiers and tokens are in no log, error or reply.
 */
import { hash } from 'node:crypto'
import { credentialType, NodeFailure, Problem } from '@millrace/model'
import type { CredentialAuthorization, CredentialRecord, CredentialStore } from '@millrace/store'
import type { TokenFetcher } from '../effects/credentials/fetch-token.ts'
import type { Caller } from '../platform/caller.ts'
import type { Clock } from '../platform/ports.ts'
import type { Vault } from '../platform/secrets.ts'
import { expiring } from './access-tokens.ts'
import { authorizationUrl, clientOf, errorIn, serverOf, targetOf } from './authorization-request.ts'
import { changed, found, type StoredCredential } from './credential-changes.ts'
import { openValues } from './open-values.ts'
import { sealedWith } from './sealed-values.ts'
import type { ReferenceNeeds } from './secret-references.ts'

export interface Authorizations {
  /** Where a person allows the access. Throws VALIDATION_ERROR for other types. */
  begin(idOrName: string, caller: Caller, redirectUri: string): Promise<{ url: URL; expiresAt: number }>
  /** Ends a flow with the query that the provider has sent. */
  finish(search: URLSearchParams, caller: Caller | undefined): Promise<FinishedConnection>
  /** Forgets the tokens. */
  disconnect(idOrName: string): Promise<StoredCredential>
}

export type FinishedConnection =
  | { readonly connected: StoredCredential }
  | {
      /** `other_caller`: the flow can still be finished by the one who started it. */
      readonly refused: 'too_late' | 'other_caller' | 'denied' | 'failed'
      readonly credential?: Pick<CredentialRecord, 'id' | 'name'> | undefined
      readonly reason?: string | undefined
      /** True if it was started by a program and not in a browser session. */
      readonly isByProgram?: boolean
    }

export interface AuthorizationNeeds {
  readonly store: CredentialStore
  readonly vault: Vault
  readonly clock: Clock
  readonly references: ReferenceNeeds
  readonly fetchToken: TokenFetcher
}

/** The path of the redirect URI. */
export const OAUTH_CALLBACK = '/oauth2/callback'
const LIFE_MS = 10 * 60_000

interface Flow {
  readonly verifier: string
  readonly redirectUri: string
  /** The fields that the flow depends on. */
  readonly target: string
}

/** Only the hash is stored: a copy of the database finishes no flow. */
const hashOf = (state: string) => hash('sha256', state, 'hex')

const contextOf = (stateHash: string) => `authorization:${stateHash}`

export function createAuthorizations(needs: AuthorizationNeeds): Authorizations {
  const { store, vault, clock, references, fetchToken } = needs
  const sealed = sealedWith(vault)

  function flowIn({ stateHash, secret }: CredentialAuthorization): Flow | undefined {
    try {
      return JSON.parse(vault.open(secret, contextOf(stateHash))) as Flow
    } catch {
      return undefined
    }
  }

  /** Exchanges the code for a token at the provider. */
  async function exchanged(record: CredentialRecord, { redirectUri, verifier }: Flow, code: Code) {
    const values = await openValues(record, { sealed, references })
    const { validateAuthResponse } = await import('oauth4webapi')
    const parameters = validateAuthResponse(serverOf(values, code.search), clientOf(values), code.search, code.state)
    const grant = { kind: 'authorization_code', parameters, redirectUri, verifier } as const
    return fetchToken({ name: record.name, values, grant })
  }

  async function connected(
    record: CredentialRecord,
    flow: Flow,
    { reply, caller }: { reply: Awaited<ReturnType<typeof exchanged>>; caller: Caller },
  ): Promise<FinishedConnection> {
    const now = clock.now()
    const token = expiring(reply, now)
    const connection = {
      ...{ account: reply.account ?? null, connectedAt: now, connectedBy: caller.name },
      ...{ lostAt: null, lostReason: null },
    }
    const stored = await changed(store, record.id, (latest) =>
      targetOf(latest) === flow.target
        ? {
            ...latest,
            revision: latest.revision + 1,
            secret: sealed.seal(latest.id, sealed.open(latest), token),
            connection,
          }
        : undefined,
    )
    return stored === undefined ? { refused: 'too_late', credential: record } : { connected: stored }
  }

  return {
    async begin(idOrName, caller, redirectUri) {
      const record = await found(store, idOrName)
      requireConnectable(record)
      const oauth = await import('oauth4webapi')
      const [state, verifier] = [oauth.generateRandomState(), oauth.generateRandomCodeVerifier()]
      const [stateHash, expiresAt] = [hashOf(state), clock.now() + LIFE_MS]
      const flow: Flow = { verifier, redirectUri, target: targetOf(record) }
      const begun = {
        ...{ stateHash, credentialId: record.id, callerId: caller.id, sessionHash: caller.session ?? null, expiresAt },
        secret: vault.seal(JSON.stringify(flow), contextOf(stateHash)),
      }
      await store.beginAuthorization(begun, clock.now())
      const challenge = await oauth.calculatePKCECodeChallenge(verifier)
      return { url: authorizationUrl(record.values, { state, redirectUri, challenge }), expiresAt }
    },

    async finish(search, caller) {
      const state = search.get('state') ?? ''
      const begun = await store.findAuthorization(hashOf(state))
      if (begun === undefined || begun.expiresAt <= clock.now()) return { refused: 'too_late' }
      const credential = await store.get(begun.credentialId)
      if (caller === undefined || !isStartedBy(begun, caller)) {
        return { refused: 'other_caller', credential, isByProgram: begun.sessionHash === null }
      }
      const isMine = await store.takeAuthorization(begun.stateHash)
      const flow = flowIn(begun)
      const isSame = credential !== undefined && flow?.target === targetOf(credential)
      if (!isMine || !isSame) return { refused: 'too_late', credential }
      // The provider's own text could contain anything; its code is enough.
      if (search.has('error')) return { refused: 'denied', credential, reason: errorIn(search) }
      let reply: Awaited<ReturnType<typeof exchanged>>
      try {
        reply = await exchanged(credential, flow, { search, state })
      } catch (error) {
        const reason = error instanceof NodeFailure ? error.message : 'The response of the provider is not valid.'
        await store.used(credential.id, { usedAt: clock.now(), failure: reason.slice(0, 500) })
        return { refused: 'failed', credential, reason }
      }
      return connected(credential, flow, { reply, caller })
    },

    async disconnect(idOrName) {
      const { id } = await found(store, idOrName)
      const changedRecord = await changed(store, id, (latest) => ({
        ...latest,
        revision: latest.revision + 1,
        secret: sealed.seal(latest.id, sealed.openOrNone(latest)),
        connection: null,
      }))
      return changedRecord ?? found(store, id)
    },
  }
}

interface Code {
  readonly search: URLSearchParams
  readonly state: string
}

function isStartedBy({ callerId, sessionHash }: CredentialAuthorization, caller: Caller): boolean {
  return callerId === caller.id && (sessionHash === null || sessionHash === caller.session)
}

function requireConnectable({ type }: CredentialRecord): void {
  if (credentialType(type)?.grant === 'authorization_code') return
  throw new Problem('VALIDATION_ERROR', { message: 'Only credentials with an authorization code can be connected.' })
}
