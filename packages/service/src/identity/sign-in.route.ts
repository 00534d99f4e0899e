import { Problem, SignInQuery } from '@millrace/model'
import { defineRoute, page, text } from '../http/define-route.ts'
import { sessionCookie } from '../http/session-cookie.ts'
import type { PlatformServices } from '../platform/services.ts'
import type { IdentityServices } from './services.ts'
import { signInPage } from './sign-in-page.ts'

/** Where the one-time link leads: signed in and on to the editor, once. */
export default defineRoute({
  operation: 'signIn',
  method: 'GET',
  path: '/sign-in',
  mount: 'root',
  access: 'open',
  summary: 'Sign in with a one-time link',
  description:
    'Sets the cookie and leads to `/`. A code that was used or is older than 15 minutes shows a page instead.',
  tags: ['Authentication'],
  query: SignInQuery,
  reply: page('text/html'),
  alsoAnswers: {
    303: 'Signed in; leads to the editor.',
    410: 'The link was used before or is too old.',
    503: 'To a browser that only looks ahead.',
  },
  errors: [],

  async handle({ method, headers, query }, { auth, config }: PlatformServices & IdentityServices) {
    if (!query.code) return signInPage('Open the link that the service printed when it started.', config.basePath, 200)
    // Looking ahead is not opening: whoever only peeks must not use the link up for the one who clicks it.
    if (method === 'HEAD' || isPeek(headers)) return text('text/html; charset=utf-8', '', { status: 503 })
    if (isEmbedded(headers))
      throw new Problem('FORBIDDEN', { message: 'Open the sign-in link in a window of its own.' })
    const caller = await auth.grants.take('link', query.code)
    if (caller === undefined) {
      return signInPage('This link was used before, or is older than 15 minutes.', config.basePath, 410)
    }
    const { secret, expiresAt } = await auth.grants.create('session', caller)
    const cookie = sessionCookie(secret, expiresAt, headers)
    return text('text/html; charset=utf-8', '', { status: 303, headers: { location: '/', 'set-cookie': cookie } })
  },
})

/** A link that a person follows from elsewhere is fine; one that another site loads into its own page is not. */
function isEmbedded(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  return headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-dest'] !== 'document'
}

function isPeek(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  const purposes = [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']]
  return purposes.some((purpose) => /prefetch|preview|prerender/i.test(String(purpose ?? '')))
}
