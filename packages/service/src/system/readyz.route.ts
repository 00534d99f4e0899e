import { Readiness } from '@millrace/model'
import { bare, defineRoute } from '../http/define-route.ts'
import type { PlatformServices } from '../platform/services.ts'
import { requireReady } from './readiness.ts'

/** Whether requests should be sent to this service. */
export default defineRoute({
  operation: 'getReadiness',
  method: 'GET',
  path: '/readyz',
  mount: 'root',
  access: 'open',
  summary: 'Whether requests should be sent to this service',
  description:
    'Open without a credential. Responds with 503 while the service starts, while its database is unavailable, and in a standby; a service that stops is ready until it closes its port. `error` contains the reason, and for a standby `details` names the service that uses the database.',
  tags: ['System'],
  reply: bare(Readiness),
  errors: ['NOT_READY'],
  example: { reply: { status: 'ready' } },

  async handle(_request, services: PlatformServices) {
    await requireReady(services)
    return { status: 'ready' as const }
  },
})
