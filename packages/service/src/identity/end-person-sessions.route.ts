import { EndedSessions, PersonSessionsParams } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { examplePerson } from './person-record.ts'
import type { IdentityServices } from './services.ts'

/** Signs a person out of every browser except that of the request. */
export default defineRoute({
  operation: 'endPersonSessions',
  method: 'DELETE',
  path: '/people/:id/sessions',
  access: 'admin',
  audit: 'session.ended',
  summary: 'Sign a person out',
  description:
    'Ends the browser sessions of a caller, with or without an account, and their streams, except the session of ' +
    'this request.',
  tags: ['People'],
  params: PersonSessionsParams,
  reply: envelope(EndedSessions, 'Sessions ended'),
  errors: [],
  example: { params: { id: examplePerson.id }, reply: { ended: 2 } },

  async handle({ params, caller }, { auth }: IdentityServices) {
    return { ended: await auth.endSessionsOf(params.id, caller.session) }
  },
})
