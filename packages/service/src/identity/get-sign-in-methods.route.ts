import { SignInMethods } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import type { PlatformServices } from '../platform/services.ts'
import type { IdentityServices } from './services.ts'
import { signInMethods } from './sign-in-methods.ts'

/** What the sign-in page offers. */
export default defineRoute({
  operation: 'getSignInMethods',
  method: 'GET',
  path: '/auth/methods',
  access: 'open',
  summary: 'Get the ways to sign in',
  description: 'Whether there are accounts with a password, and the identity provider. API tokens always work.',
  tags: ['Authentication'],
  reply: envelope(SignInMethods, 'Ways to sign in'),
  errors: [],
  example: { reply: { password: true, provider: { name: 'Keycloak', url: '/sign-in/oidc' } } },

  handle: (_, services: PlatformServices & IdentityServices) => signInMethods(services),
})
