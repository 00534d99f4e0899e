/** The request that sends a person to a provider, and the provider's response. */
import { type CredentialType, type CredentialValues, credentialType } from '@millrace/model'
import type { CredentialRecord } from '@millrace/store'
import type { AuthorizationServer } from 'oauth4webapi'

/** The fields that a connection depends on, and where its tokens are sent. */
export function targetOf({ type, hosts, values }: CredentialRecord): string {
  const { tokenFields = [] }: Partial<CredentialType> = credentialType(type) ?? {}
  return JSON.stringify([type, hosts.toSorted(), tokenFields.map((key) => values[key] ?? '')])
}

export interface AuthorizationRequest {
  readonly state: string
  readonly redirectUri: string
  readonly challenge: string
}

export function authorizationUrl(
  values: CredentialValues,
  { state, redirectUri, challenge }: AuthorizationRequest,
): URL {
  const url = new URL(values.authorizationUrl ?? '')
  const extra = new URLSearchParams(values.authorizationParameters ?? '')
  const own = {
    ...{ response_type: 'code', client_id: values.clientId ?? '', redirect_uri: redirectUri, state },
    ...{ code_challenge: challenge, code_challenge_method: 'S256' },
    ...(values.scopes && { scope: values.scopes }),
  }
  // The parameters of the flow replace extra ones of the same name.
  for (const [name, value] of [...extra, ...Object.entries(own)]) url.searchParams.set(name, value)
  return url
}

/**
 * A provider that names itself in its response (RFC 9207) must be at the origin that the browser was sent to: otherwise one
 * provider could pass on a code of another one. The exact issuer is not configured.
 */
export function serverOf(
  { authorizationUrl: address = '' }: CredentialValues,
  search: URLSearchParams,
): AuthorizationServer {
  const { origin } = new URL(address)
  const issuer = search.get('iss')
  return { issuer: issuer !== null && URL.parse(issuer)?.origin === origin ? issuer : origin }
}

export function clientOf({ clientId = '' }: CredentialValues) {
  return { client_id: clientId }
}

export function errorIn(search: URLSearchParams): string {
  const code = search.get('error') ?? ''
  return /^[\w.-]{1,100}$/.test(code) ? code : 'error'
}
