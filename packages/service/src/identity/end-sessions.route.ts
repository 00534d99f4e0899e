import { EndedSessions } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import type { IdentityServices } from './services.ts'

/** Signs out every browser except that of the request. */
export default defineRoute({
  operation: 'endSessions',
  method: 'DELETE',
  path: '/auth/sessions',
  access: 'admin',
  audit: 'session.ended',
  summary: 'End all other browser sessions',
  description: 'Ends every browser session and its streams, except the session of this request if it has one.',
  tags: ['Authentication'],
  reply: envelope(EndedSessions, 'Sessions ended'),
  errors: [],
  example: { reply: { ended: 3 } },

  async handle({ caller }, { auth }: IdentityServices) {
    return { ended: await auth.endSessions(caller.session) }
  },
})
