/** A route for tests of the code around routes; each test overrides some of its properties. */
import { Type } from '@millrace/model'
import { bare, defineRoute, type Route } from '../http/define-route.ts'
import type { LoadedRoute } from '../http/load-routes.ts'

/** A loaded route that replies with the body it gets. */
export function sampleRoute(changes: Partial<Route<unknown>> = {}): LoadedRoute<unknown> {
  const route = defineRoute({
    operation: 'sample',
    method: 'POST',
    path: '/sample',
    access: 'open',
    summary: 'A sample',
    body: Type.Any(),
    reply: bare(Type.Any()),
    errors: [],
    handle: ({ body }) => ({ body }),
  })
  return { file: 'sample.route.ts', route: { ...route, ...changes } }
}
