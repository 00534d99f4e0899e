/** Error codes that follow from the kind of a route; a route declares only its additional ones. */
import type { ErrorCode } from '@millrace/model'
import type { Route } from './define-route.ts'

const ALWAYS: readonly ErrorCode[] = [
  'FORBIDDEN',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'OUTCOME_UNKNOWN',
  'NOT_READY',
  'NO_WORKER',
]

/** Every error code that a route may respond with. */
export function errorsOf(route: Route): readonly ErrorCode[] {
  const takesBody = route.body !== undefined || route.rawBody === true
  const takesInput = route.params !== undefined || route.query !== undefined || takesBody
  return [
    ...new Set<ErrorCode>([
      ...(takesInput ? (['VALIDATION_ERROR'] as const) : []),
      ...(route.access === 'open' ? [] : (['UNAUTHORIZED'] as const)),
      ...(takesBody ? (['PAYLOAD_TOO_LARGE', 'TOO_EXPENSIVE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
      ...route.errors,
      ...ALWAYS,
    ]),
  ]
}
