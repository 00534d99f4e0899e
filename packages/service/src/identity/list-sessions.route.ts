import { PageQuery, SessionRecord } from '@millrace/model'
import { defineRoute, envelopeList } from '../http/define-route.ts'
import { pageAnswer } from '../http/paged-list.ts'
import type { IdentityServices } from './services.ts'
import { exampleSession, sessionRecord } from './session-record.ts'

/** Lists the browser sessions, newest first, including those of the sign-in link. */
export default defineRoute({
  operation: 'listSessions',
  method: 'GET',
  path: '/auth/sessions',
  access: 'admin',
  summary: 'List browser sessions',
  description: 'Newest first, including those of the sign-in link.',
  tags: ['Authentication'],
  query: PageQuery,
  reply: envelopeList(SessionRecord, 'Sessions found'),
  errors: [],
  example: { reply: [exampleSession] },

  async handle({ query, caller }, { auth }: IdentityServices) {
    const page = await auth.grants.listSessions(query)
    return pageAnswer(page, query, (session) => sessionRecord(session, caller))
  },
})
