/** The caller of a request and its permissions. */
import type { CredentialKind, ExecutionFacts, Permission, PersonSource, Role } from '@millrace/model'

/** The permissions of each role; defined only here. */
export const PERMISSIONS = {
  viewer: ['read'],
  operator: ['read', 'run'],
  editor: ['read', 'run', 'write'],
  admin: ['read', 'run', 'write', 'admin'],
} as const satisfies Record<Role, readonly Permission[]>

/** An authenticated caller, or the anonymous caller (`via: 'nothing'`) of an open route. */
export interface Caller {
  readonly id: string
  readonly name: string
  /** The role in the whole service, or in the project of the request; null for one who is only a member of projects. */
  readonly role: Role | null
  readonly via: 'token' | 'jwt' | 'session' | 'ticket' | 'link' | 'nothing'
  /** The API token behind the call; sessions and tickets created with it end with it. */
  readonly tokenId: string | null
  /** When the credential expires, in milliseconds since the epoch. */
  readonly expiresAt: number | null
  /** Hash of the browser session behind the call, for sessions and the tickets created from them. */
  readonly session?: string
  /** Roles in projects; set for people and for tokens of one project, also if they are a member of none. */
  readonly projects?: ReadonlyMap<string, Role>
  /** The project of the request; `role` is the one in it. Set for members only. */
  readonly project?: string
  /** The account of a person who is signed in. */
  readonly person?: CallerPerson
  /** The person without whom the token behind the call is not valid. */
  readonly owner?: TokenOwner
  /** The trace context of the request, for the executions that it starts; absent if the request has none. */
  readonly trace?: TraceContext
}

export type TraceContext = Pick<ExecutionFacts, 'traceparent' | 'tracestate' | 'traceLink'>

export interface TokenOwner {
  readonly id: string
  /** When the owner was read: a stream must not start if the owner has changed since then. */
  readonly checkedAt: number
}

export interface CallerPerson {
  readonly id: string
  readonly source: PersonSource
  readonly email: string | null
}

/** The caller of an open route. */
export const ANONYMOUS: Caller = {
  id: 'nobody',
  name: 'Nobody',
  role: null,
  via: 'nothing',
  tokenId: null,
  expiresAt: null,
}

/**
 * Key of the caller in fair queues. It is the id, because several credentials may share a name; triggers have no
 * credential and use their name.
 */
export function queueKeyOf({ id, name }: Pick<Caller, 'id' | 'name'>): string {
  return id === ANONYMOUS.id ? name : id
}

/** Whether the caller's role has a permission. */
export function may(caller: Caller, permission: Permission): boolean {
  if (caller.role === null) return false
  const granted: readonly Permission[] = PERMISSIONS[caller.role]
  return granted.includes(permission)
}

/** The credential of a caller; undefined for the anonymous caller, and for triggers and steps. */
export function credentialOf({ via, id }: Pick<Caller, 'via' | 'id'>): CredentialKind | undefined {
  if (via === 'token' || via === 'jwt') return via
  if (via !== 'nothing') return 'session'
  return id === ANONYMOUS.id ? undefined : 'local'
}
