import { answer, defineRoute, done } from '../../http/define-route.ts'
import { endedCookie, sessionIn } from '../../http/session-cookie.ts'

/** Signs a browser out, for good: the cookie is worth nothing afterwards. */
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

  async handle({ headers }, { auth }) {
    const secret = sessionIn(headers)
    if (secret !== undefined) await auth.endSession(secret)
    return answer(undefined, { headers: { 'set-cookie': endedCookie(headers) } })
  },
})
