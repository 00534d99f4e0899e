import { CredentialAuthorization, CredentialParams } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { iso } from '../platform/iso.ts'
import { publicAddress } from '../platform/public-address.ts'
import type { PlatformServices } from '../platform/services.ts'
import { OAUTH_CALLBACK } from './authorizations.ts'
import { exampleCredential } from './credential-record.ts'
import type { CredentialServices } from './services.ts'

/** Starts to connect a credential with the account of a person. */
export default defineRoute({
  operation: 'connectCredential',
  method: 'POST',
  path: '/credentials/:id/connect',
  access: 'admin',
  audit: { none: 'Recorded when the connection is finished.' },
  hasCredential: true,
  summary: 'Start to connect a credential',
  description:
    'Returns the page of the provider on which a person allows the access. A connection that was started in a browser session ends in the same session; others end with `POST /credentials/{id}/connection`.',
  tags: ['Credentials'],
  params: CredentialParams,
  reply: envelope(CredentialAuthorization, 'Open the address in a browser'),
  errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  example: {
    params: { id: exampleCredential.id },
    reply: {
      url: 'https://login.example/oauth2/authorize?response_type=code&client_id=millrace&state=…',
      redirectUri: 'https://flows.example.com/oauth2/callback',
      expiresAt: '2026-01-01T12:10:00.000Z',
    },
  },

  async handle({ params, headers, caller }, { authorizations, config }: CredentialServices & PlatformServices) {
    const redirectUri = publicAddress(headers, config) + OAUTH_CALLBACK
    const { url, expiresAt } = await authorizations.begin(params.id, caller, redirectUri)
    return { url: url.href, redirectUri, expiresAt: iso(expiresAt) }
  },
})
