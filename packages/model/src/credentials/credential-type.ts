/** A kind of credential: one schema for its fields, and how it is applied. */
import type { Schema } from '../schema.ts'

/** What a credential is used for. */
export const CREDENTIAL_PURPOSES = ['http', 'sql', 'model', 'mail', 'webhook'] as const
export type CredentialPurpose = (typeof CREDENTIAL_PURPOSES)[number]

export type CredentialValues = Readonly<Record<string, string>>

export interface CredentialType {
  readonly id: string
  readonly purpose: CredentialPurpose
  readonly name: string
  readonly description: string
  /** An object of strings; those with `format: hidden` are secret. */
  readonly fields: Schema
  /** True if it needs a list of hosts; the others contain their address. */
  readonly bindsHosts: boolean
  /** Fields that decide where a secret is sent: a change requires the secrets again. */
  readonly addressFields?: readonly string[]
  /** Set for OAuth 2.0 types: `headers` gets the access token as `accessToken`. */
  readonly grant?: 'client_credentials' | 'authorization_code'
  /** Fields that a connected account depends on: a change of one of them disconnects it, other changes keep it. */
  readonly tokenFields?: readonly string[]
  /** The headers of a request. Absent for types that are not sent as they are. */
  headers?(values: CredentialValues): Readonly<Record<string, string>>
}

export function defineCredentialType<const T extends CredentialType>(type: T): T {
  return type
}

interface Field {
  readonly key: string
  readonly isSecret: boolean
  readonly isRequired: boolean
  readonly schema: Schema
}

/** The fields of a type in order. */
export function credentialFields({ fields }: Pick<CredentialType, 'fields'>): readonly Field[] {
  const properties = fields.properties as Readonly<Record<string, Schema>>
  const required = new Set((fields.required ?? []) as readonly string[])
  return Object.entries(properties).map(([key, schema]) => ({
    key,
    schema,
    isSecret: schema.format === 'hidden',
    isRequired: required.has(key),
  }))
}
