import { CallerRecord, PasswordChoice } from '@millrace/model'
import { answer, defineRoute, envelope } from '../http/define-route.ts'
import { requireOwnPage } from '../http/origin-rule.ts'
import { sessionCookie } from '../http/session-cookie.ts'
import type { PlatformServices } from '../platform/services.ts'
import { callerRecord, exampleCaller } from './caller-record.ts'
import type { IdentityServices } from './services.ts'

/** Sets a password with the code of a one-time link, and signs the browser in. */
export default defineRoute({
  operation: 'choosePassword',
  method: 'POST',
  path: '/auth/password-choice',
  access: 'open',
  audit: 'person.password_set',
  hasCredential: true,
  summary: 'Choose a password',
  description:
    'Accepts the code of an invitation or of a link from an admin, ends all sessions of the person, and sets the ' +
    'session cookie.',
  tags: ['Authentication'],
  body: PasswordChoice,
  maxBodyBytes: 64 * 1024,
  reply: envelope(CallerRecord, 'Password chosen'),
  errors: ['UNAUTHORIZED'],
  example: {
    body: { code: '3q2-7w…', password: 'a long sentence is good' },
    reply: { ...exampleCaller, source: 'local', email: 'ada@example.com' },
  },

  async handle({ body, headers, note }, { passwords, auth, config }: PlatformServices & IdentityServices) {
    requireOwnPage(headers, config)
    const { code, password } = body
    const caller = await passwords.choose(code, password, (actor) => note({ actor }))
    const { secret, expiresAt } = await auth.grants.create('session', caller)
    // The session knows the projects of the person.
    const record = callerRecord({ ...caller, ...(await auth.grants.sessionOf(secret)), expiresAt })
    return answer(record, { headers: { 'set-cookie': sessionCookie(secret, expiresAt, { headers, config }) } })
  },
})
