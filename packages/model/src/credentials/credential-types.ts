/** All types of credentials. */
import { basicCredential } from './basic.ts'
import { bearerCredential } from './bearer.ts'
import type { CredentialPurpose, CredentialType } from './credential-type.ts'
import { headerCredential } from './header.ts'
import { modelProviderCredential } from './model-provider.ts'
import { oauth2AuthorizationCode } from './oauth2-authorization-code.ts'
import { oauth2ClientCredentials } from './oauth2-client-credentials.ts'
import { smtpCredential } from './smtp.ts'
import { sqlCredential } from './sql.ts'
import { webhookCredential } from './webhook.ts'

export const CREDENTIAL_TYPES = [
  headerCredential,
  basicCredential,
  bearerCredential,
  oauth2ClientCredentials,
  oauth2AuthorizationCode,
  sqlCredential,
  modelProviderCredential,
  smtpCredential,
  webhookCredential,
] as const

export type CredentialTypeId = (typeof CREDENTIAL_TYPES)[number]['id']

export const CREDENTIAL_TYPE_IDS: readonly CredentialTypeId[] = CREDENTIAL_TYPES.map(({ id }) => id)

export function credentialType(id: string): CredentialType | undefined {
  return CREDENTIAL_TYPES.find((type) => type.id === id)
}

/** The ids of the types for a purpose. */
export function credentialTypesFor(purpose: CredentialPurpose): readonly string[] {
  return CREDENTIAL_TYPES.filter((type) => type.purpose === purpose).map(({ id }) => id)
}
