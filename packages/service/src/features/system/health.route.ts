import { setTimeout as wait } from 'node:timers/promises'
import { DateTime, Problem, Type } from '@millrace/model'
import { bare, defineRoute } from '../../http/define-route.ts'
import { VERSION } from '../../version.ts'

const Health = Type.Object(
  {
    status: Type.Literal('healthy'),
    timestamp: DateTime,
    version: Type.String(),
    service: Type.String(),
    uptime: Type.Integer({ minimum: 0, description: 'Whole seconds.' }),
  },
  { $id: 'Health' },
)

/** A database that does not answer within this is as good as none. */
const PATIENCE_MS = 2_000

/** Says that the service can do its work: it takes requests and its database answers. */
export default defineRoute({
  operation: 'getHealth',
  method: 'GET',
  path: '/health',
  mount: 'both',
  access: 'open',
  summary: 'Whether the service can do its work',
  description: 'Open without a credential. Answers 503 while the service stops or its database does not answer.',
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

  async handle(_request, { store, clock, lifecycle, log }) {
    const answers = store.ping().then(
      () => true,
      (error: unknown) => {
        log.error({ err: error }, 'the database does not answer')
        return false
      },
    )
    const isThere = await Promise.race([answers, wait(PATIENCE_MS, false, { ref: false })])
    if (!isThere) throw new Problem('NOT_READY', { message: 'The database does not answer.' })
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
