/** People with an account: local ones with a password, and those of an OpenID Connect provider. */
import { DateTime, type Static, Type, Uuid } from '../schema.ts'
import { PERSON_STATUSES } from '../statuses.ts'
import { PERSON_ROLES, PERSON_SOURCES } from './identity.ts'

export const MIN_PASSWORD = 12
export const MAX_PASSWORD = 256

const CONTROL_FREE = '^[^\\u0000-\\u001f\\u007f-\\u009f]*$'

/** Checked for its shape only: the invitation proves that it is reachable. */
export const Email = Type.String({
  maxLength: 254,
  pattern: '^[^\\s@\\u0000-\\u001f\\u007f-\\u009f]+@[^\\s@\\u0000-\\u001f\\u007f-\\u009f]+$',
})
const PersonName = Type.String({ minLength: 1, maxLength: 100, pattern: CONTROL_FREE })
export const NewPassword = Type.String({ minLength: MIN_PASSWORD, maxLength: MAX_PASSWORD })

const PERSON_FIELDS = {
  id: Type.String({ description: 'The id of the caller, also for people who sign in with a token.' }),
  name: Type.String(),
  email: Type.Nullable(Type.String()),
  role: Type.Enum(PERSON_ROLES),
  source: Type.Enum([...PERSON_SOURCES, 'token'], {
    description: '`token` is a browser that signed in with an API token, a JWT or the sign-in link.',
  }),
  status: Type.Enum(PERSON_STATUSES),
  createdAt: Type.Nullable(DateTime),
  lastSeenAt: Type.Nullable(DateTime),
  sessions: Type.Integer({ minimum: 0, description: 'Number of signed-in browsers.' }),
  isCurrent: Type.Boolean({ description: 'Whether it is the caller of this request.' }),
}

/** A person as admins see them. */
export const PersonRecord = Type.Object(PERSON_FIELDS, { $id: 'Person' })
export type PersonRecord = Static<typeof PersonRecord>

/** A one-time link with which a person chooses a password. */
export const PasswordLink = Type.Object(
  { url: Type.String({ description: 'Works once. It is shown this once.' }), expiresAt: DateTime },
  { $id: 'PasswordLink' },
)
export type PasswordLink = Static<typeof PasswordLink>

export const InvitedPerson = Type.Object({ ...PERSON_FIELDS, link: PasswordLink }, { $id: 'InvitedPerson' })
export type InvitedPerson = Static<typeof InvitedPerson>

export const PersonRequest = Type.Object(
  { email: Email, name: PersonName, role: Type.Enum(PERSON_ROLES) },
  { additionalProperties: false },
)
export type PersonRequest = Static<typeof PersonRequest>

export const PersonChange = Type.Object(
  {
    name: Type.Optional(PersonName),
    role: Type.Optional(Type.Enum(PERSON_ROLES)),
    isDisabled: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
export type PersonChange = Static<typeof PersonChange>

export const AccountParams = Type.Object({ id: Uuid })
export const PersonSessionsParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 200 }) })

/** Chooses a password with the code of a one-time link. */
export const PasswordChoice = Type.Object(
  { code: Type.String({ minLength: 1, maxLength: 200 }), password: NewPassword },
  { additionalProperties: false },
)
export const PasswordChange = Type.Object(
  { current: Type.String({ minLength: 1, maxLength: MAX_PASSWORD }), password: NewPassword },
  { additionalProperties: false },
)

export const SignedOut = Type.Object(
  {
    url: Type.Nullable(Type.String({ description: 'Where the browser signs out at the identity provider.' })),
  },
  { $id: 'SignedOut' },
)

/** What the sign-in page offers besides an API token. */
export const SignInMethods = Type.Object(
  {
    password: Type.Boolean({ description: 'Whether there are accounts with a password.' }),
    provider: Type.Nullable(
      Type.Object({
        name: Type.String({ description: 'For the label of the button.' }),
        url: Type.String({ description: 'The path that starts the sign-in.' }),
      }),
    ),
  },
  { $id: 'SignInMethods' },
)
export type SignInMethods = Static<typeof SignInMethods>
