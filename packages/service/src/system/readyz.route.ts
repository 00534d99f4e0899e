import { Readiness } from '@millrace/model'
import { bare, defineRoute } from '../http/define-route.ts'
import type { PlatformServices } from '../platform/services.ts'
import { readinessOf, requireReady } from './readiness.ts'
import type { NodeProblems } from './services.ts'

/** Whether requests should be sent to this service. */
export default defineRoute({
  operation: 'getReadiness',
  method: 'GET',
  path: '/readyz',
  mount: 'root',
  access: 'open',
  summary: 'Whether requests should be sent to this service',
  description:
    'Open without a credential. Responds with 503 while the service starts, while its database is unavailable, and in a standby; a service that stops is ready until a standby is, or until it closes its port, and in a cluster not ready at once. A standby that takes over is ready: it answers requests when it has the database. `error` contains the reason, and for a standby `details` names the service that uses the database. In a cluster the reply contains the role of the process, whether Restate responds, and whether a worker is registered; neither makes it not ready, nor do files of custom node types that do not load.',
  tags: ['System'],
  reply: bare(Readiness),
  errors: ['NOT_READY'],
  example: { reply: { status: 'ready', engine: 'embedded', role: 'all', database: 'available' } },

  async handle(_request, services: PlatformServices & NodeProblems) {
    await requireReady(services)
    return readinessOf(services)
  },
})
