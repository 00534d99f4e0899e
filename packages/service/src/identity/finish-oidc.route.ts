import { Problem } from '@millrace/model'
import { defineRoute, page, text } from '../http/define-route.ts'
import { sessionCookie } from '../http/session-cookie.ts'
import { pathPrefix } from '../platform/public-address.ts'
import type { PlatformServices } from '../platform/services.ts'
import { OIDC_CALLBACK } from './oidc.ts'
import { oidcCookie, oidcCookieIn, redirectTo, refusedSignIn } from './oidc-cookie.ts'
import type { IdentityServices } from './services.ts'

/** The redirect URI: the identity provider sends the browser here. */
export default defineRoute({
  operation: 'finishOidc',
  method: 'GET',
  path: OIDC_CALLBACK,
  mount: 'root',
  access: 'open',
  hasCredential: true,
  summary: 'Finish a sign-in at the identity provider',
  description:
    'Sets the session cookie and redirects to the page, or to the sign-in page with the reason of a refusal.',
  tags: ['Authentication'],
  reply: page('text/html'),
  alsoAnswers: { 303: 'Signed in, or refused.', 503: 'The browser only prefetches the address.' },
  errors: ['NOT_FOUND'],

  async handle({ method, headers, search, record, recordChange }, services: PlatformServices & IdentityServices) {
    const { oidc, accounts, auth, config } = services
    if (oidc === undefined) throw new Problem('NOT_FOUND', { message: 'No identity provider is configured.' })
    if (method === 'HEAD') return text('text/html; charset=utf-8', '', { status: 503 })
    const finished = await oidc.finish(search, oidcCookieIn(headers))
    if ('refused' in finished) {
      const name = finished.refused === 'no_role' ? finished.name : ''
      if (finished.refused === 'no_role') await accounts.refusedAtProvider(finished.person)
      await record('session.signed_in', { outcome: 'refused', subject: { name } })
      return refusedSignIn(finished.refused, config)
    }
    const caller = await accounts.signedInAtProvider(finished.person)
    if (caller === undefined) {
      await record('session.signed_in', { outcome: 'refused', subject: { name: finished.person.name } })
      return refusedSignIn('disabled', config)
    }
    const { providerSession, person } = finished
    const facts = { actor: caller, details: { role: person.role } }
    const { secret, expiresAt } = await recordChange('session.signed_in', facts, () =>
      auth.grants.create('session', caller, providerSession),
    )
    const cookies = [sessionCookie(secret, expiresAt, { headers, config }), oidcCookie('', config)]
    const place = finished.next === undefined ? '' : `#${finished.next}`
    return redirectTo(`${pathPrefix(config)}/${place}`, cookies)
  },
})
