import { Type } from '@millrace/model'
import { answer, defineRoute, envelope } from '../../http/define-route.ts'
import { pageHeaders } from '../../http/page-headers.ts'
import { exampleToken, TokenRecord, tokenRecord } from './token-record.ts'

/** Lists the API tokens, newest first, without their secrets. */
export default defineRoute({
  operation: 'listTokens',
  method: 'GET',
  path: '/auth/tokens',
  access: 'admin',
  summary: 'List API tokens',
  tags: ['Authentication'],
  query: Type.Object({
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
    offset: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 }),
  }),
  reply: envelope(Type.Array(TokenRecord), 'Tokens found'),
  errors: [],
  example: { reply: [exampleToken] },

  async handle({ query }, { auth }) {
    const { items, total } = await auth.tokens.list(query)
    return answer(items.map(tokenRecord), { headers: pageHeaders(total, query) })
  },
})
