/** Answers for addresses that no route serves: 405 where another method would do, 204 to OPTIONS, 404 else. */
import { Problem } from '@millrace/model'
import type { Route } from './define-route.ts'
import type { Endpoint } from './load-routes.ts'
import { JSON_TYPE, type Printed } from './print-reply.ts'

/** The methods that a route answers to. */
export function methodsOf({ method }: Pick<Route, 'method'>): readonly string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method]
}

interface Known {
  readonly pattern: RegExp
  readonly methods: readonly string[]
}

/** The methods that an address has, by the endpoints that are served. */
export function methodsBy(endpoints: readonly Endpoint[]): (path: string) => readonly string[] {
  let known: readonly Known[] | undefined
  return (path) => {
    known ??= endpoints.map(({ url, route }) => ({ pattern: patternOf(url), methods: methodsOf(route) }))
    const methods = known.filter(({ pattern }) => pattern.test(path)).flatMap((one) => one.methods)
    return methods.length === 0 ? [] : [...new Set([...methods, 'OPTIONS'])].sort()
  }
}

function patternOf(url: string): RegExp {
  const literal = url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${literal.replace(/:\w+\\\*$/, '.+').replace(/:\w+/g, '[^/]+')}/?$`)
}

/** The answer to OPTIONS; a Problem for everything else. */
export function unknownPath(method: string, allowed: readonly string[]): Printed {
  if (allowed.length === 0) throw new Problem('NOT_FOUND', { message: 'There is no such path.' })
  if (method !== 'OPTIONS') throw new Problem('METHOD_NOT_ALLOWED')
  return { status: 204, type: JSON_TYPE, body: '', extras: {} }
}
