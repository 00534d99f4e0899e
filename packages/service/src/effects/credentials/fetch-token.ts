/** Fetches access tokens from the token endpoint of an OAuth 2.0 provider, within the egress rules of nodes. */
import { type CredentialValues, NodeFailure, Retryable } from '@millrace/model'
import { decodeJwt } from 'jose'
import {
  type AuthorizationServer,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  type Client,
  clientCredentialsGrantRequest,
  customFetch,
  processAuthorizationCodeResponse,
  processClientCredentialsResponse,
  processRefreshTokenResponse,
  ResponseBodyError,
  refreshTokenGrantRequest,
  type TokenEndpointResponse,
  WWWAuthenticateChallengeError,
} from 'oauth4webapi'
import { masked } from '../../platform/masking.ts'
import type { Egress } from '../http/egress.ts'
import { createEgressFetch, type EgressFetch, type FetchLimits } from '../http/egress-fetch.ts'
import { clientAuthentication } from './client-authentication.ts'
import { NotConnected } from './not-connected.ts'

/** Shorter than the lease of a credential, so that one process fetches at a time. */
const LIMITS: FetchLimits = {
  connectMs: 5_000,
  firstByteMs: 10_000,
  idleMs: 10_000,
  totalMs: 15_000,
  maxBytes: 256 * 1024,
  maxHeaderBytes: 32 * 1024,
}

export interface ProviderToken {
  readonly accessToken: string
  /** Undefined if the provider names no end. */
  readonly expiresInMs: number | undefined
  /** Undefined if the provider sends none: an earlier one stays valid. */
  readonly refreshToken: string | undefined
  /** The name of the account, if the response has an ID token. */
  readonly account: string | undefined
}

/** What the token is requested with. */
export type TokenGrant =
  | { readonly kind: 'client_credentials' }
  | { readonly kind: 'refresh_token'; readonly refreshToken: string }
  | {
      readonly kind: 'authorization_code'
      /** From `validateAuthResponse`. */
      readonly parameters: URLSearchParams
      readonly redirectUri: string
      readonly verifier: string
    }

export interface TokenRequest {
  /** The name of the credential. */
  readonly name: string
  readonly values: CredentialValues
  readonly grant: TokenGrant
}

export type TokenFetcher = (request: TokenRequest) => Promise<ProviderToken>

/**
 * Throws CREDENTIAL_REFUSED if the provider refuses, CREDENTIAL_NOT_CONNECTED if it does not accept the refresh token any
 * longer, and CREDENTIAL_TOKEN if there is no valid response.
 */
export function tokenFetcher(egress: Egress): TokenFetcher {
  // Not bound to the step that needs the token first: others wait for the same one.
  const send = createEgressFetch(egress, LIMITS, new AbortController().signal)
  return async (request) => {
    try {
      const account: { name?: string } = {}
      const response = await requested(request, send, account)
      const { access_token: accessToken, expires_in: seconds, refresh_token: refreshToken } = response
      const expiresInMs = seconds === undefined ? undefined : seconds * 1000
      return { accessToken, expiresInMs, refreshToken, account: account.name }
    } catch (error) {
      throw tokenFailure(request, error)
    }
  }
}

async function requested(
  { values, grant }: TokenRequest,
  send: EgressFetch,
  account: { name?: string },
): Promise<TokenEndpointResponse> {
  const { tokenUrl = '', clientId = '', scopes, audience } = values
  const { origin, protocol } = new URL(tokenUrl)
  const server: AuthorizationServer = { issuer: origin, token_endpoint: tokenUrl }
  const client: Client = { client_id: clientId }
  const authentication = clientAuthentication(values)
  const options = {
    // As with hosts, only an address with `http:` is called without encryption.
    [allowInsecureRequests]: protocol === 'http:',
    [customFetch]: async (url: string, { body, ...init }: { body?: unknown } & Omit<RequestInit, 'body'>) =>
      withoutIdToken(checked(await send(url, { ...init, body: String(body) })), account),
  }
  if (grant.kind === 'refresh_token') {
    const reply = await refreshTokenGrantRequest(server, client, authentication, grant.refreshToken, options)
    return processRefreshTokenResponse(server, client, reply)
  }
  if (grant.kind === 'authorization_code') {
    const { parameters, redirectUri, verifier } = grant
    const more = [parameters, redirectUri, verifier, options] as const
    const reply = await authorizationCodeGrantRequest(server, client, authentication, ...more)
    return processAuthorizationCodeResponse(server, client, reply)
  }
  const parameters = { ...(scopes && { scope: scopes }), ...(audience && { audience }) }
  const reply = await clientCredentialsGrantRequest(server, client, authentication, parameters, options)
  return processClientCredentialsResponse(server, client, reply)
}

function checked(response: Response): Response {
  if (response.status < 500 && response.status !== 429) return response
  void response.body?.cancel()
  throw new Retryable(`The response has the HTTP status ${response.status}.`)
}

/**
 * Removes the ID token, which cannot be verified without the issuer and the keys of the provider. Only the name in it is
 * used, and only to be shown: it comes directly from the token endpoint.
 */
async function withoutIdToken(response: Response, account: { name?: string }): Promise<Response> {
  if (!response.ok) return response
  const { status, headers } = response
  const text = await response.text()
  try {
    const { id_token: idToken, ...rest } = JSON.parse(text) as Record<string, unknown>
    if (typeof idToken !== 'string') return new Response(text, { status, headers })
    const { email, preferred_username: user, name, sub } = decodeJwt(idToken)
    const found = [email, user, name, sub].find((one) => typeof one === 'string' && one.trim() !== '')
    // Control characters could break the lines of a log or a table.
    if (found !== undefined) account.name = String(found).replaceAll(/\p{C}/gu, '').slice(0, 200)
    return new Response(JSON.stringify(rest), { status, headers })
  } catch {
    return new Response(text, { status, headers })
  }
}

/** Without the cause: it contains the response. */
function tokenFailure({ name, values, grant }: TokenRequest, error: unknown): NodeFailure {
  const { host = '' } = URL.parse(values.tokenUrl ?? '') ?? {}
  if (error instanceof ResponseBodyError) {
    const reason = [error.error, error.error_description].filter(Boolean).join(': ').slice(0, 300)
    const hidden = masked(reason, secretsOf(values, grant))
    const isOver = grant.kind === 'refresh_token' && error.error === 'invalid_grant'
    return isOver
      ? new NotConnected(name, `${host} refused its refresh token (${hidden})`)
      : refused(name, host, hidden)
  }
  if (error instanceof WWWAuthenticateChallengeError) return refused(name, host, `HTTP status ${error.status}`)
  const isRetryable = error instanceof NodeFailure && error.retryable
  const reason = error instanceof NodeFailure ? error.message : 'Its response is not valid.'
  const message = `No token for the credential "${name}" from ${host}: ${reason}`
  return isRetryable ? new Retryable(message, 'CREDENTIAL_TOKEN') : new NodeFailure('CREDENTIAL_TOKEN', message)
}

function secretsOf({ clientSecret = '' }: CredentialValues, grant: TokenGrant): string[] {
  const own =
    grant.kind === 'refresh_token'
      ? [grant.refreshToken]
      : grant.kind === 'authorization_code'
        ? [grant.verifier, grant.parameters.get('code') ?? '']
        : []
  return [clientSecret, ...own].filter((text) => text !== '')
}

function refused(name: string, host: string, reason: string): NodeFailure {
  return new NodeFailure('CREDENTIAL_REFUSED', `${host} refused a token for the credential "${name}": ${reason}.`)
}
