import { PageQuery, TokenRecord } from '@millrace/model'
import { defineRoute, envelopeList } from '../http/define-route.ts'
import { pageAnswer } from '../http/paged-list.ts'
import type { IdentityServices } from './services.ts'
import { exampleToken, tokenRecord } from './token-record.ts'

/** Lists the API tokens, newest first, without their secrets. */
export default defineRoute({
  operation: 'listTokens',
  method: 'GET',
  path: '/auth/tokens',
  access: 'admin',
  summary: 'List API tokens',
  description: 'Newest first, without their secrets.',
  tags: ['Authentication'],
  query: PageQuery,
  reply: envelopeList(TokenRecord, 'Tokens found'),
  errors: [],
  example: { reply: [exampleToken] },

  async handle({ query }, { auth }: IdentityServices) {
    return pageAnswer(await auth.tokens.list(query), query, tokenRecord)
  },
})
