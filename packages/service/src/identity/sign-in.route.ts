import { Problem, SignInQuery } from '@millrace/model'
import { defineRoute, page, text } from '../http/define-route.ts'
import { sessionCookie } from '../http/session-cookie.ts'
import { pathPrefix } from '../platform/public-address.ts'
import type { PlatformServices } from '../platform/services.ts'
import type { IdentityServices } from './services.ts'
import { signInMethods } from './sign-in-methods.ts'
import { signInPage } from './sign-in-page.ts'

/** The target of the one-time link: signs in and redirects to the editor. */
export default defineRoute({
  operation: 'signIn',
  method: 'GET',
  path: '/sign-in',
  mount: 'root',
  access: 'open',
  hasCredential: true,
  summary: 'Sign in with a one-time link',
  description:
    'Sets the session cookie and redirects to `/`. A code that was used or is older than 15 minutes shows a page instead.',
  tags: ['Authentication'],
  query: SignInQuery,
  reply: page('text/html'),
  alsoAnswers: {
    303: 'Signed in; redirects to the editor.',
    410: 'The link was already used or has expired.',
    503: 'The browser only prefetches the link.',
  },
  errors: [],

  async handle({ method, headers, query, record, recordChange }, services: PlatformServices & IdentityServices) {
    const { auth, config } = services
    const explained = async (sentence: string, status: number) =>
      signInPage({ sentence, status, config, methods: await signInMethods(services) })
    if (!query.code) return explained('Use one of these ways, or the link that the service printed at its start.', 200)
    // Prefetching must not use up the link.
    if (method === 'HEAD' || isPrefetch(headers)) return text('text/html; charset=utf-8', '', { status: 503 })
    if (isEmbedded(headers)) throw new Problem('FORBIDDEN', { message: 'Open the sign-in link in its own window.' })
    const caller = await auth.grants.take('link', query.code)
    if (caller === undefined) {
      await record('session.signed_in', { outcome: 'refused' })
      return explained('This link was used before, or is older than 15 minutes.', 410)
    }
    const { secret, expiresAt } = await recordChange('session.signed_in', { actor: caller }, () =>
      auth.grants.create('session', caller),
    )
    const cookie = sessionCookie(secret, expiresAt, { headers, config })
    return text('text/html; charset=utf-8', '', {
      status: 303,
      headers: { location: `${pathPrefix(config)}/`, 'set-cookie': cookie },
    })
  },
})

/** Users may follow the link from another site; another site may not load it into its own page. */
function isEmbedded(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  return headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-dest'] !== 'document'
}

function isPrefetch(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  const purposes = [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']]
  return purposes.some((purpose) => /prefetch|preview|prerender/i.test(String(purpose ?? '')))
}
