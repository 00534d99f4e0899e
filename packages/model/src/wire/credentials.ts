/** Named credentials. */
import { HOST_PATTERN } from '../credentials/credential-hosts.ts'
import { CREDENTIAL_PURPOSES } from '../credentials/credential-type.ts'
import { CREDENTIAL_TYPE_IDS } from '../credentials/credential-types.ts'
import { DateTime, type Static, Type, Uuid } from '../schema.ts'
import { pageParameters } from './paging.ts'
import { newProjectParameter, projectParameter } from './projects.ts'

const CredentialName = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[a-z][a-z0-9_]*$',
  description: 'What workflows refer to it by: lower-case letters, digits and underscores.',
})

const Hosts = Type.Array(Type.String({ minLength: 1, maxLength: 253, pattern: HOST_PATTERN }), {
  maxItems: 50,
  description:
    'The only hosts that it is sent to: `host` or `*.domain`, with an optional port. Only over https, unless it starts with `http://`.',
})

/** The account at a provider that a credential uses, for the type `oauth2_authorization_code`. */
const CredentialConnection = Type.Object(
  {
    account: Type.Nullable(Type.String({ description: 'The name of the account, if the provider returns one.' })),
    connectedAt: DateTime,
    connectedBy: Type.String(),
    lostAt: Type.Nullable(
      Type.String({ format: 'date-time', description: 'Since when it must be connected again; null if it works.' }),
    ),
    lostReason: Type.Nullable(Type.String()),
  },
  { $id: 'CredentialConnection' },
)

/** A credential without its secrets. */
export const CredentialRecord = Type.Object(
  {
    id: Uuid,
    project: Type.String(),
    name: Type.String(),
    type: Type.String(),
    description: Type.String(),
    hosts: Type.Array(Type.String()),
    values: Type.Record(
      Type.String({ description: 'A secret is a placeholder that shows its end, or a reference such as `env:NAME`.' }),
    ),
    createdAt: DateTime,
    updatedAt: DateTime,
    createdBy: Type.String(),
    lastUsedAt: Type.Nullable(DateTime),
    lastFailure: Type.Nullable(Type.String({ description: 'Why the last use failed; null if it did not.' })),
    workflows: Type.Integer({ description: 'How many workflows refer to it.' }),
    connection: Type.Nullable(CredentialConnection),
  },
  { $id: 'Credential' },
)
export type CredentialRecord = Static<typeof CredentialRecord>

/** A credential as it is written. */
export const NewCredential = Type.Object(
  {
    name: CredentialName,
    type: Type.Enum(CREDENTIAL_TYPE_IDS),
    description: Type.Optional(Type.String({ maxLength: 500 })),
    hosts: Type.Optional(Hosts),
    values: Type.Record(Type.String({ maxLength: 16_384 }), {
      maxProperties: 20,
      description:
        'The fields of the type. A secret that is left out, or a placeholder, stays as it is. It may be `env:NAME` or `file:PATH` if the operator allows that.',
    }),
  },
  { additionalProperties: false },
)
export type NewCredential = Static<typeof NewCredential>

export const CredentialListQuery = Type.Object({ ...pageParameters(), ...projectParameter })
export const NewCredentialQuery = Type.Object(newProjectParameter)

export const CredentialParams = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 200, description: 'Id or name of the credential.' }),
})

/** Where a person connects an account. */
export const CredentialAuthorization = Type.Object(
  {
    url: Type.String({ description: 'The page of the provider, to be opened in a browser. Valid once.' }),
    redirectUri: Type.String({ description: 'Where the provider sends the browser to.' }),
    expiresAt: DateTime,
  },
  { $id: 'CredentialAuthorization' },
)
export type CredentialAuthorization = Static<typeof CredentialAuthorization>

export const RedirectUri = Type.Object(
  { redirectUri: Type.String({ description: 'The address to register at providers.' }) },
  { $id: 'RedirectUri' },
)

/** The end of a connection that was started without a browser session. */
export const FinishedAuthorization = Type.Object(
  {
    url: Type.String({
      minLength: 1,
      maxLength: 16_384,
      description: 'The address that the provider has sent the browser to, with `code` and `state`.',
    }),
  },
  { additionalProperties: false },
)

export const CredentialSuggestionParams = Type.Object({
  purpose: Type.Enum(CREDENTIAL_PURPOSES, { description: 'What the credential is used for.' }),
})

/** A workflow that refers to a credential. */
export const CredentialUser = Type.Object(
  { id: Type.String(), machineName: Type.String(), name: Type.String() },
  { $id: 'CredentialUser' },
)
export type CredentialUser = Static<typeof CredentialUser>
