import { CallerRecord, Problem, SignIn } from '@millrace/model'
import { answer, defineRoute, envelope } from '../http/define-route.ts'
import { requireOwnPage } from '../http/origin-rule.ts'
import type { AuditFacts } from '../http/request-audit.ts'
import { sessionCookie } from '../http/session-cookie.ts'
import type { Caller } from '../platform/caller.ts'
import type { PlatformServices } from '../platform/services.ts'
import { callerRecord, exampleCaller } from './caller-record.ts'
import type { IdentityServices } from './services.ts'

/** Signs a browser in: exchanges a token, or the code of a one-time link, for a cookie. */
export default defineRoute({
  operation: 'createSession',
  method: 'POST',
  path: '/auth/session',
  access: 'open',
  audit: 'session.signed_in',
  hasCredential: true,
  summary: 'Sign in a browser',
  description:
    'Accepts an API token, a JWT, the code of a one-time link, or an e-mail address and a password, and sets a cookie that scripts cannot read. ' +
    'Writes with the cookie must come from a page of this origin or of one in --cors-origin.',
  tags: ['Authentication'],
  body: SignIn,
  maxBodyBytes: 64 * 1024,
  reply: envelope(CallerRecord, 'Signed in'),
  errors: ['UNAUTHORIZED'],
  example: { body: { token: 'mrt_…' }, reply: exampleCaller },

  async handle({ body, headers, from, note }, { auth, passwords, config }: PlatformServices & IdentityServices) {
    requireOwnPage(headers, config)
    const caller = await callerOfSignIn(body, { auth, passwords, from, note })
    note({ actor: caller, subject: { name: caller.name } })
    // People without a role see that in the page; a project may add them at any time.
    if (caller.role === null && caller.person === undefined && !caller.projects?.size)
      throw new Problem('FORBIDDEN', { message: 'The token has no role in this service or in a project.' })
    const { secret, expiresAt } = await auth.grants.create('session', caller)
    // The session knows the projects of a person.
    const session = await auth.grants.sessionOf(secret)
    const record = callerRecord({ ...caller, ...session, via: 'session', expiresAt })
    return answer(record, { headers: { 'set-cookie': sessionCookie(secret, expiresAt, { headers, config }) } })
  },
})

interface SignInNeeds extends Pick<IdentityServices, 'auth' | 'passwords'> {
  readonly from: string
  readonly note: (facts: AuditFacts) => void
}

async function callerOfSignIn({ token, code, email, password }: SignIn, needs: SignInNeeds): Promise<Caller> {
  const ways = [token, code, email ?? password].filter((way) => way !== undefined)
  if (ways.length !== 1 || (email === undefined) !== (password === undefined)) {
    throw new Problem('VALIDATION_ERROR', {
      message: 'The body must contain either a token, a code, or an e-mail address and a password.',
    })
  }
  if (token !== undefined) return needs.auth.callerOf({ authorization: `Bearer ${token}` })
  if (email !== undefined) return callerOfPassword(email, password ?? '', needs)
  const caller = await needs.auth.grants.take('link', code ?? '')
  if (caller === undefined) {
    throw new Problem('UNAUTHORIZED', { message: 'The code was already used or has expired.' })
  }
  return caller
}

async function callerOfPassword(email: string, password: string, { passwords, from, note }: SignInNeeds) {
  const checked = await passwords.signIn(email, password, from)
  if ('caller' in checked) return checked.caller
  // Only the names of passwords are recorded: people also type their password into the field of the address.
  const { refused } = checked
  if (refused !== undefined) note({ subject: { id: refused.id, name: refused.email ?? refused.name } })
  throw new Problem('UNAUTHORIZED', { message: 'The e-mail address or the password is wrong.' })
}
