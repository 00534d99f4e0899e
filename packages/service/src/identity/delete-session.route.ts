import { answer, defineRoute, done } from '../http/define-route.ts'
import { endedCookie, sessionIn } from '../http/session-cookie.ts'
import type { PlatformServices } from '../platform/services.ts'
import { hashOf } from './secret-text.ts'
import type { IdentityServices } from './services.ts'

/** Signs a browser out: ends its session, and the streams and tickets created from it. */
export default defineRoute({
  operation: 'deleteSession',
  method: 'DELETE',
  path: '/auth/session',
  access: 'read',
  scope: 'shared',
  audit: 'session.signed_out',
  summary: 'Sign out',
  description: 'Ends the session of the cookie, and the streams and tickets that were created from it.',
  tags: ['Authentication'],
  reply: done('Signed out'),
  errors: [],
  example: {},

  async handle({ headers, caller, note }, { auth, config }: PlatformServices & IdentityServices) {
    const secret = sessionIn(headers)
    note(secret === undefined ? { isNothing: true } : { subject: { id: hashOf(secret), name: caller.name } })
    if (secret !== undefined) await auth.endSession(hashOf(secret))
    return answer(undefined, { headers: { 'set-cookie': endedCookie({ headers, config }) } })
  },
})
