/** The caller of a request and its permissions. */
import type { Permission, Role } from '@millrace/model'

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
  readonly role: Role | null
  readonly via: 'token' | 'jwt' | 'session' | 'ticket' | 'link' | 'nothing'
  /** The API token behind the call; sessions and tickets created with it end with it. */
  readonly tokenId: string | null
  /** When the credential expires, in milliseconds since the epoch. */
  readonly expiresAt: number | null
  /** Hash of the browser session behind the call, for sessions and the tickets created from them. */
  readonly session?: string
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
