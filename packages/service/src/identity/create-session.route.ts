import { CallerRecord, Problem, SignIn } from '@millrace/model'
import { answer, defineRoute, envelope } from '../http/define-route.ts'
import { provenanceOfHeaders } from '../http/origin-rule.ts'
import { sessionCookie } from '../http/session-cookie.ts'
import type { Caller } from '../platform/caller.ts'
import type { PlatformServices } from '../platform/services.ts'
import type { Auth } from './auth.ts'
import { callerRecord, exampleCaller } from './caller-record.ts'
import type { IdentityServices } from './services.ts'

/** Signs a browser in: exchanges a token, or the code of a one-time link, for a cookie. */
export default defineRoute({
  operation: 'createSession',
  method: 'POST',
  path: '/auth/session',
  access: 'open',
  hasCredential: true,
  summary: 'Sign in a browser',
  description:
    'Accepts an API token, a JWT, or the code of a one-time link, and sets a cookie that scripts cannot read. ' +
    'Writes with the cookie must come from a page of this origin or of one in --cors-origin.',
  tags: ['Authentication'],
  body: SignIn,
  maxBodyBytes: 64 * 1024,
  reply: envelope(CallerRecord, 'Signed in'),
  errors: ['UNAUTHORIZED'],
  example: { body: { token: 'mrt_…' }, reply: exampleCaller },

  async handle({ body, headers }, { auth, config }: PlatformServices & IdentityServices) {
    // Another site must not sign a browser in as a caller of its choice.
    if (provenanceOfHeaders(headers, config.corsOrigin) === 'foreign') {
      throw new Problem('FORBIDDEN', { message: 'Pages of other sites may not sign in here.' })
    }
    const caller = await callerOfSignIn(body, auth)
    if (caller.role === null) throw new Problem('FORBIDDEN', { message: 'The token has no role of this service.' })
    const { secret, expiresAt } = await auth.grants.create('session', caller)
    const record = callerRecord({ ...caller, via: 'session', expiresAt })
    return answer(record, { headers: { 'set-cookie': sessionCookie(secret, expiresAt, headers) } })
  },
})

async function callerOfSignIn({ token, code }: { token?: string; code?: string }, auth: Auth): Promise<Caller> {
  if ((token === undefined) === (code === undefined)) {
    throw new Problem('VALIDATION_ERROR', { message: 'The body must contain either a token or a code.' })
  }
  if (token !== undefined) return auth.callerOf({ authorization: `Bearer ${token}` })
  const caller = await auth.grants.take('link', code ?? '')
  if (caller === undefined) {
    throw new Problem('UNAUTHORIZED', { message: 'The code was already used or has expired.' })
  }
  return caller
}
