/** Callers, API tokens, browser sessions and tickets. */
import { DateTime, type Static, Type, Uuid } from '../schema.ts'

export const ROLES = ['viewer', 'operator', 'editor', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** The roles of people: a `member` has access to the projects that they are a member of, and to nothing else. */
export const PERSON_ROLES = ['member', ...ROLES] as const
export type PersonRole = (typeof PERSON_ROLES)[number]

export const PERMISSION_NAMES = ['read', 'run', 'write', 'admin'] as const
export type Permission = (typeof PERMISSION_NAMES)[number]

/** Where the account of a person is: in this service, or at an OpenID Connect provider. */
export const PERSON_SOURCES = ['local', 'oidc'] as const
export type PersonSource = (typeof PERSON_SOURCES)[number]

/** The caller of a request, as the caller sees it. */
export const CallerRecord = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    role: Type.Nullable(Type.Enum(ROLES)),
    permissions: Type.Array(Type.Enum(PERMISSION_NAMES)),
    via: Type.String({ description: 'What the caller was recognised by.' }),
    expiresAt: Type.Nullable(DateTime),
    source: Type.Optional(Type.Enum(PERSON_SOURCES, { description: 'Set if the caller is a person with an account.' })),
    email: Type.Optional(Type.String()),
    projects: Type.Optional(
      Type.Array(Type.Object({ id: Type.String(), role: Type.Enum(ROLES) }), {
        description: 'The projects that the caller is a member of. Absent if the caller is a member of none.',
      }),
    ),
  },
  { $id: 'Caller' },
)
export type CallerRecord = Static<typeof CallerRecord>

const Secret = Type.String({ minLength: 1, maxLength: 16_384 })

/** A token, the code of a one-time link, or an e-mail address and a password. */
export const SignIn = Type.Object({
  token: Type.Optional(Secret),
  code: Type.Optional(Secret),
  email: Type.Optional(Type.String({ maxLength: 254 })),
  password: Type.Optional(Type.String({ maxLength: 256 })),
})
export type SignIn = Static<typeof SignIn>

export const SessionId = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: 'Identifies a session; it is not the secret in the cookie.',
})

/** A signed-in browser as admins see it. */
export const SessionRecord = Type.Object(
  {
    id: SessionId,
    callerId: Type.String(),
    name: Type.String(),
    role: Type.Enum(PERSON_ROLES),
    createdAt: DateTime,
    expiresAt: DateTime,
    /** The API token that was used to sign in; null for the sign-in link and JWTs. */
    tokenId: Type.Nullable(Uuid),
    isCurrent: Type.Boolean({ description: 'Whether it is the session of this request.' }),
  },
  { $id: 'Session' },
)
export type SessionRecord = Static<typeof SessionRecord>

export const EndedSessions = Type.Object({ ended: Type.Integer({ minimum: 0 }) })
export type EndedSessions = Static<typeof EndedSessions>

const TOKEN_FIELDS = {
  id: Uuid,
  name: Type.String(),
  role: Type.Enum(ROLES),
  createdAt: DateTime,
  createdBy: Type.String(),
  expiresAt: Type.Nullable(DateTime),
  lastUsedAt: Type.Nullable(DateTime),
  project: Type.Nullable(Type.String({ description: 'The only project that it has access to; null for all.' })),
  owner: Type.Nullable(
    Type.Object({ id: Type.String(), name: Type.String(), isDisabled: Type.Boolean() }, { $id: 'TokenOwner' }),
  ),
}

/** An API token without its secret. */
export const TokenRecord = Type.Object(TOKEN_FIELDS, { $id: 'Token' })
export type TokenRecord = Static<typeof TokenRecord>

/** An API token with its secret, in the reply that creates it and nowhere else. */
export const NewTokenRecord = Type.Object(
  { ...TOKEN_FIELDS, token: Type.String({ description: 'The secret. It is shown this once.' }) },
  { $id: 'NewToken' },
)
export type NewTokenRecord = Static<typeof NewTokenRecord>

export const TokenRequest = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$' }),
    role: Type.Enum(ROLES),
    expiresAt: Type.Optional(Type.Nullable(DateTime)),
    project: Type.Optional(
      Type.Nullable(
        Type.String({ maxLength: 60, description: 'The only project that it has access to; by default all.' }),
      ),
    ),
  },
  { additionalProperties: false },
)
export type TokenRequest = Static<typeof TokenRequest>

export const Ticket = Type.Object(
  { ticket: Type.String({ description: 'Goes into `?ticket=` of one stream.' }), expiresAt: DateTime },
  { $id: 'Ticket' },
)
export type Ticket = Static<typeof Ticket>

export const TokenParams = Type.Object({ id: Uuid })

export const AuthSessionParams = Type.Object({ id: SessionId })

export const SignInQuery = Type.Object({ code: Type.Optional(Type.String({ maxLength: 200 })) })
