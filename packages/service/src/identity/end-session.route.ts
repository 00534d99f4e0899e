import { AuthSessionParams, Problem } from '@millrace/model'
import { defineRoute, done } from '../http/define-route.ts'
import type { IdentityServices } from './services.ts'
import { exampleSession } from './session-record.ts'

/** Signs out one browser, and ends the streams and tickets of its session. */
export default defineRoute({
  operation: 'endSession',
  method: 'DELETE',
  path: '/auth/sessions/:id',
  access: 'admin',
  audit: 'session.ended',
  summary: 'End a browser session',
  description: 'Signs the browser out, and ends the streams and tickets of its session.',
  tags: ['Authentication'],
  params: AuthSessionParams,
  reply: done('Session ended'),
  errors: ['NOT_FOUND'],
  example: { params: { id: exampleSession.id } },

  async handle({ params }, { auth }: IdentityServices) {
    if (!(await auth.endSession(params.id))) throw new Problem('NOT_FOUND', { message: 'There is no such session.' })
  },
})
