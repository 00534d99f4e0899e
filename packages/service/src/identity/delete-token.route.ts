import { Problem, TokenParams } from '@millrace/model'
import { defineRoute, done } from '../http/define-route.ts'
import type { IdentityServices } from './services.ts'
import { exampleToken } from './token-record.ts'

/** Revokes an API token, and ends the sessions and tickets created from it. */
export default defineRoute({
  operation: 'deleteToken',
  method: 'DELETE',
  path: '/auth/tokens/:id',
  access: 'admin',
  audit: 'token.revoked',
  summary: 'Revoke an API token',
  description: 'Also ends the browser sessions and tickets that were created from the token.',
  tags: ['Authentication'],
  params: TokenParams,
  reply: done('Token revoked'),
  errors: ['NOT_FOUND'],
  example: { params: { id: exampleToken.id } },

  async handle({ params }, { auth }: IdentityServices) {
    if (!(await auth.revokeToken(params.id))) throw new Problem('NOT_FOUND', { message: 'There is no such token.' })
  },
})
