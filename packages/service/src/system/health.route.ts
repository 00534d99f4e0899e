import { setTimeout as wait } from 'node:timers/promises'
import { Health, Problem } from '@millrace/model'
import { StoreUnavailable } from '@millrace/store'
import { bare, defineRoute } from '../http/define-route.ts'
import type { PlatformServices } from '../platform/services.ts'
import { VERSION } from '../platform/version.ts'

/** A database that does not respond within this time counts as unavailable. */
const PATIENCE_MS = 2_000
const NO_ANSWER = 'The database does not respond.'

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

  async handle(_request, { store, clock, lifecycle, log }: PlatformServices) {
    // Other requests are still served, so that a proxy can switch to another server without losing one.
    if (lifecycle.isStopping) throw new Problem('NOT_READY', { message: 'The service is stopping.' })
    const problem = await Promise.race([
      store.ping().then(
        () => undefined,
        (error: unknown) => {
          log.error({ err: error }, 'the database is unavailable')
          return error instanceof StoreUnavailable ? error.message : NO_ANSWER
        },
      ),
      wait(PATIENCE_MS, NO_ANSWER, { ref: false }),
    ])
    if (problem !== undefined) throw new Problem('NOT_READY', { message: problem, retryAfterSeconds: 5 })
    const now = clock.now()
    return {
      status: 'healthy' as const,
      timestamp: new Date(now).toISOString(),
      version: VERSION,
      service: 'millrace',
      uptime: Math.max(0, Math.floor((now - lifecycle.startedAt) / 1000)),
    }
  },
})
