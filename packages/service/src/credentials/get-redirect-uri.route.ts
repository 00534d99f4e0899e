import { RedirectUri } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { publicAddress } from '../platform/public-address.ts'
import type { PlatformServices } from '../platform/services.ts'
import { OAUTH_CALLBACK } from './authorizations.ts'

/** The address that has to be registered at providers. */
export default defineRoute({
  operation: 'getRedirectUri',
  method: 'GET',
  path: '/credentials/oauth2/redirect-uri',
  access: 'admin',
  summary: 'Get the redirect URI of OAuth 2.0',
  description: 'The same for all credentials. Without `--public-url` it is the address that the caller uses.',
  tags: ['Credentials'],
  reply: envelope(RedirectUri, 'Redirect URI'),
  errors: [],
  example: { reply: { redirectUri: 'https://flows.example.com/oauth2/callback' } },

  handle: ({ headers }, { config }: PlatformServices) => ({
    redirectUri: publicAddress(headers, config) + OAUTH_CALLBACK,
  }),
})
