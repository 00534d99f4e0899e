/** Revokes tokens at the revocation endpoint of an OAuth 2.0 provider (RFC 7009), within the egress rules of nodes. */
import { type CredentialValues, NodeFailure } from '@millrace/model'
import {
  type AuthorizationServer,
  allowInsecureRequests,
  customFetch,
  processRevocationResponse,
  ResponseBodyError,
  revocationRequest,
  WWWAuthenticateChallengeError,
} from 'oauth4webapi'
import { masked } from '../../platform/masking.ts'
import type { Egress } from '../http/egress.ts'
import { createEgressFetch, type FetchLimits } from '../http/egress-fetch.ts'
import { clientAuthentication } from './client-authentication.ts'

/** Short: a person waits for it, and the token is forgotten here in any case. */
const LIMITS: FetchLimits = {
  connectMs: 3_000,
  firstByteMs: 5_000,
  idleMs: 5_000,
  totalMs: 5_000,
  maxBytes: 64 * 1024,
  maxHeaderBytes: 32 * 1024,
}

export interface RevokedToken {
  readonly kind: 'refresh_token' | 'access_token'
  readonly token: string
}

/** Throws a NodeFailure whose message contains no secret. `values` are those of the credential, with a `revocationUrl`. */
export type TokenRevoker = (values: CredentialValues, revoked: RevokedToken) => Promise<void>

export function tokenRevoker(egress: Egress): TokenRevoker {
  const send = createEgressFetch(egress, LIMITS, new AbortController().signal)
  return async (values, { kind, token }) => {
    const { revocationUrl = '', clientId = '', clientSecret = '' } = values
    const address = URL.parse(revocationUrl)
    if (address === null) throw new NodeFailure('CREDENTIAL_TOKEN', 'The revocation URL is not valid.')
    const { origin, protocol, host } = address
    const server: AuthorizationServer = { issuer: origin, revocation_endpoint: revocationUrl }
    const options = {
      // As for the token URL, only an address with `http:` is called without encryption.
      [allowInsecureRequests]: protocol === 'http:',
      [customFetch]: async (url: string, { body, ...init }: { body?: unknown } & Omit<RequestInit, 'body'>) =>
        send(url, { ...init, body: String(body) }),
      additionalParameters: { token_type_hint: kind },
    }
    try {
      const authentication = clientAuthentication(values)
      const reply = await revocationRequest(server, { client_id: clientId }, authentication, token, options)
      await confirmed(reply)
    } catch (error) {
      const secrets = [clientSecret, token].filter((text) => text !== '')
      throw new NodeFailure('CREDENTIAL_TOKEN', `${host}: ${masked(reasonOf(error), secrets)}`)
    }
  }
}

async function confirmed(reply: Response): Promise<void> {
  // Nothing is read from the body of a success, and an open one would keep its connection.
  if (reply.ok) return void (await reply.body?.cancel())
  const error: unknown = await processRevocationResponse(reply).catch((thrown: unknown) => thrown)
  if (error instanceof ResponseBodyError || error instanceof WWWAuthenticateChallengeError) throw error
  throw new NodeFailure('CREDENTIAL_TOKEN', `The response has the HTTP status ${reply.status}.`)
}

/** Without the cause: it contains the response. */
function reasonOf(error: unknown): string {
  if (error instanceof ResponseBodyError) {
    return [error.error, error.error_description].filter(Boolean).join(': ').slice(0, 300)
  }
  if (error instanceof WWWAuthenticateChallengeError) return `HTTP status ${error.status}`
  return error instanceof NodeFailure ? error.message : 'Its response is not valid.'
}
