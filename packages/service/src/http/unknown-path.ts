/** Replies for paths without a route: 405 if another method has one, 204 to OPTIONS, else 404. */
import { Problem } from '@millrace/model'
import type { Route } from './define-route.ts'
import { JSON_TYPE, type Printed } from './print-reply.ts'

/** The methods that a route serves. */
export function methodsOf({ method }: Pick<Route, 'method'>): readonly string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method]
}

/** Returns the reply to OPTIONS; throws for every other method. `methods` are those that the path has routes for. */
export function unknownPath(method: string, methods: readonly string[]): Printed {
  if (methods.length === 0) throw new Problem('NOT_FOUND', { message: 'There is no such path.' })
  const allow = [...methods, 'OPTIONS'].sort()
  if (method !== 'OPTIONS') throw new Problem('METHOD_NOT_ALLOWED', { allow })
  return { status: 204, type: JSON_TYPE, body: '', extras: { headers: { allow: allow.join(', ') } } }
}
