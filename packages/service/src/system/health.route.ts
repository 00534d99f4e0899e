import { Health, Problem } from '@millrace/model'
import { bare, defineRoute } from '../http/define-route.ts'
import { iso } from '../platform/iso.ts'
import type { PlatformServices } from '../platform/services.ts'
import { VERSION } from '../platform/version.ts'
import { requireReady } from './readiness.ts'

/** Reports whether the service works: it accepts requests and its database responds. */
export default defineRoute({
  operation: 'getHealth',
  method: 'GET',
  path: '/health',
  mount: 'both',
  access: 'open',
  summary: 'Whether the service is ready',
  description:
    'Open without a credential. Responds with 503 while the service stops, and while its database does not respond, rejects writes or is known to be damaged; `error` contains the reason.',
  tags: ['System'],
  reply: bare(Health),
  errors: ['NOT_READY'],
  example: {
    reply: {
      status: 'healthy',
      timestamp: '2026-01-01T12:00:00.000Z',
      version: '0.1.0',
      service: 'millrace',
      uptime: 3600,
    },
  },

  async handle(_request, services: PlatformServices) {
    const { clock, lifecycle } = services
    // Other requests are still served, so that a proxy can switch to another server without losing one.
    if (lifecycle.isStopping) throw new Problem('NOT_READY', { message: 'The service is stopping.' })
    await requireReady(services)
    const now = clock.now()
    return {
      status: 'healthy' as const,
      timestamp: iso(now),
      version: VERSION,
      service: 'millrace',
      uptime: Math.max(0, Math.floor((now - lifecycle.startedAt) / 1000)),
    }
  },
})
