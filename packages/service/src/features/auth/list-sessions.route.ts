import { Type } from '@millrace/model'
import { answer, defineRoute, envelope } from '../../http/define-route.ts'
import { pageHeaders } from '../../http/page-headers.ts'
import { exampleSession, SessionRecord, sessionRecord } from './session-record.ts'

/** Lists the signed-in browsers, newest first, those of the sign-in link included. */
export default defineRoute({
  operation: 'listSessions',
  method: 'GET',
  path: '/auth/sessions',
  access: 'admin',
  summary: 'List browser sessions',
  tags: ['Authentication'],
  query: Type.Object({
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
    offset: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 }),
  }),
  reply: envelope(Type.Array(SessionRecord), 'Sessions found'),
  errors: [],
  example: { reply: [exampleSession] },

  async handle({ query, caller }, { auth }) {
    const { items, total } = await auth.grants.listSessions(query)
    const records = items.map((session) => sessionRecord(session, caller))
    return answer(records, { headers: pageHeaders(total, query) })
  },
})
