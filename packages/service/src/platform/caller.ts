/** Who calls, and what they may do. */
import type { Permission, Role } from '@millrace/model'

/** What each role may do. The only place that knows. */
export const PERMISSIONS = {
  viewer: ['read'],
  operator: ['read', 'run'],
  editor: ['read', 'run', 'write'],
  admin: ['read', 'run', 'write', 'admin'],
} as const satisfies Record<Role, readonly Permission[]>

/** Somebody who was recognised, or nobody in particular (`via: 'nothing'`) on a route that is open. */
export interface Caller {
  readonly id: string
  readonly name: string
  readonly role: Role | null
  readonly via: 'token' | 'jwt' | 'session' | 'ticket' | 'link' | 'nothing'
  /** The API token behind the call; what is made from it ends with it. */
  readonly tokenId: string | null
  /** When the credential ends, in milliseconds since the epoch. */
  readonly expiresAt: number | null
  /** Hash of the browser session behind the call, for sessions and the tickets made from them. */
  readonly session?: string
}

/** The caller of an open route. */
export const NOBODY: Caller = {
  id: 'nobody',
  name: 'Nobody',
  role: null,
  via: 'nothing',
  tokenId: null,
  expiresAt: null,
}

/**
 * Key of the caller in fair queues. Several credentials may have the same name, so the id counts; triggers have no
 * credential and are told apart by name.
 */
export function queueKeyOf({ id, name }: Pick<Caller, 'id' | 'name'>): string {
  return id === NOBODY.id ? name : id
}

/** Whether the caller's role has a permission. */
export function may(caller: Caller, permission: Permission): boolean {
  if (caller.role === null) return false
  const granted: readonly Permission[] = PERMISSIONS[caller.role]
  return granted.includes(permission)
}
