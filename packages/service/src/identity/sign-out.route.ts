import { SignedOut } from '@millrace/model'
import { answer, defineRoute, envelope } from '../http/define-route.ts'
import { endedCookie } from '../http/session-cookie.ts'
import type { PlatformServices } from '../platform/services.ts'
import type { IdentityServices } from './services.ts'

/** Signs a browser out here, and returns where it signs out at the identity provider. */
export default defineRoute({
  operation: 'signOut',
  method: 'POST',
  path: '/auth/sign-out',
  access: 'read',
  scope: 'shared',
  audit: 'session.signed_out',
  hasCredential: true,
  summary: 'Sign out, also at the identity provider',
  description:
    'Ends the session like `DELETE /auth/session`. If it began at the identity provider, and the provider offers ' +
    'sign-out, the reply has the address at which the browser signs out there.',
  tags: ['Authentication'],
  reply: envelope(SignedOut, 'Signed out'),
  errors: [],
  example: { reply: { url: 'https://id.example.com/logout?id_token_hint=…' } },

  async handle({ caller, headers, note }, { auth, oidc, config }: PlatformServices & IdentityServices) {
    const { session } = caller
    if (session === undefined) {
      note({ isNothing: true })
      return { url: null }
    }
    note({ subject: { id: session, name: caller.name } })
    const providerSession = await auth.grants.providerSessionOf(session)
    const url = providerSession === null ? undefined : await oidc?.signOutUrl(providerSession)
    await auth.endSession(session)
    return answer({ url: url?.href ?? null }, { headers: { 'set-cookie': endedCookie({ headers, config }) } })
  },
})
