/**
 * Records whether a request has changed the database before it failed, without passing that through every function in
 * between: the service runs the request in a scope, and the store notes there every write that it has made.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { StoreUnavailable } from './unavailable.ts'

export interface WriteScope {
  hasWritten: boolean
}

export const writeScope = new AsyncLocalStorage<WriteScope>()

/** Notes a write that was made. */
export function noteWrite(scope: WriteScope | undefined = writeScope.getStore()): void {
  if (scope !== undefined) scope.hasWritten = true
}

/**
 * Whether a request that failed with this error may have changed something, so that it must not simply be repeated.
 * False for a request without a scope.
 */
export function mayHaveWritten(error: unknown, scope = writeScope.getStore()): boolean {
  if (scope === undefined || !(error instanceof StoreUnavailable)) return false
  return scope.hasWritten || error.reason === 'lost'
}
