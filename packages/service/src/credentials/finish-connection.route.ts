import { CredentialParams, CredentialRecord, FinishedAuthorization, Problem } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import type { FinishedConnection } from './authorizations.ts'
import { credentialRecord, exampleCredential } from './credential-record.ts'
import type { CredentialServices } from './services.ts'

/** Finishes a connection that a program has started. */
export default defineRoute({
  operation: 'finishConnection',
  method: 'POST',
  path: '/credentials/:id/connection',
  access: 'admin',
  audit: 'credential.connected',
  summary: 'Finish to connect a credential',
  description:
    'For callers without a browser session: `url` is the address that the provider has sent the browser to. Works once, for the caller who started.',
  tags: ['Credentials'],
  params: CredentialParams,
  body: FinishedAuthorization,
  reply: envelope(CredentialRecord, 'Credential connected'),
  errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'UPSTREAM_FAILED'],
  example: {
    params: { id: exampleCredential.id },
    body: { url: 'https://flows.example.com/oauth2/callback?code=…&state=…' },
    reply: exampleCredential,
  },

  async handle({ params, body, caller }, { authorizations, credentials }: CredentialServices) {
    await credentials.get(params.id)
    const finished = await authorizations.finish(URL.parse(body.url)?.searchParams ?? new URLSearchParams(), caller)
    if (!('connected' in finished)) throw problemOf(finished)
    const { connected } = finished
    const uses = await credentials.usesOf([connected])
    return credentialRecord(connected, uses.get(connected.id) ?? 0)
  },
})

function problemOf({ refused, reason }: Exclude<FinishedConnection, { connected: unknown }>): Problem {
  if (refused === 'failed') return new Problem('UPSTREAM_FAILED', { message: reason ?? '' })
  const message =
    refused === 'denied'
      ? `The provider reports: ${reason}.`
      : 'The connection was not started by this caller, has been finished, or was started more than ten minutes ago.'
  return new Problem('VALIDATION_ERROR', { message })
}
