import { Liveness } from '@millrace/model'
import { bare, defineRoute } from '../http/define-route.ts'

/** Whether the process is running. */
export default defineRoute({
  operation: 'getLiveness',
  method: 'GET',
  path: '/livez',
  mount: 'root',
  access: 'open',
  summary: 'Whether the process is running',
  description:
    'Open without a credential. Responds with 200 as long as the process handles requests, also in a standby, and while the service starts or its database is unavailable.',
  tags: ['System'],
  reply: bare(Liveness),
  errors: [],
  example: { reply: { status: 'alive' } },

  handle() {
    return { status: 'alive' as const }
  },
})
