import { Problem } from '@millrace/model'
import { defineRoute, page } from '../http/define-route.ts'
import type { PlatformServices } from '../platform/services.ts'
import { locationIn, oidcCookie, redirectTo, refusedSignIn } from './oidc-cookie.ts'
import type { IdentityServices } from './services.ts'

/** Sends the browser to the identity provider. */
export default defineRoute({
  operation: 'beginOidc',
  method: 'GET',
  path: '/sign-in/oidc',
  mount: 'root',
  access: 'open',
  hasCredential: true,
  summary: 'Sign in at the identity provider',
  description:
    'Redirects to the provider of `--oidc-issuer`, or back to the sign-in page if it does not respond. `next` is the location in the page that is shown afterwards; `account=other` lets the person choose another account.',
  tags: ['Authentication'],
  reply: page('text/html'),
  alsoAnswers: { 303: 'Redirects to the provider.' },
  errors: ['NOT_FOUND'],

  async handle({ search }, { oidc, config, log }: PlatformServices & IdentityServices) {
    if (oidc === undefined) throw new Problem('NOT_FOUND', { message: 'No identity provider is configured.' })
    try {
      const query = new URLSearchParams(search)
      const isOtherAccount = query.get('account') === 'other'
      const { url, cookie } = await oidc.begin({ next: locationIn(query), isOtherAccount })
      return redirectTo(url.href, [oidcCookie(cookie, config)])
    } catch (err) {
      log.warn({ err }, 'the identity provider cannot be reached')
      return refusedSignIn('unavailable', config)
    }
  },
})
