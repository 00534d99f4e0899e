import { answer, defineRoute, done } from '../http/define-route.ts'
import { endedCookie, sessionIn } from '../http/session-cookie.ts'
import { hashOf } from './secret-text.ts'
import type { IdentityServices } from './services.ts'

/** Signs a browser out: ends its session, and the streams and tickets created from it. */
export default defineRoute({
  operation: 'deleteSession',
  method: 'DELETE',
  path: '/auth/session',
  access: 'read',
  summary: 'Sign out',
  tags: ['Authentication'],
  reply: done('Signed out'),
  errors: [],
  example: {},

  async handle({ headers }, { auth }: IdentityServices) {
    const secret = sessionIn(headers)
    if (secret !== undefined) await auth.endSession(hashOf(secret))
    return answer(undefined, { headers: { 'set-cookie': endedCookie(headers) } })
  },
})
