import { CredentialParams, CredentialRecord } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { credentialRecord, exampleCredential } from './credential-record.ts'
import type { CredentialServices } from './services.ts'

/** One credential, without its secrets. */
export default defineRoute({
  operation: 'getCredential',
  method: 'GET',
  path: '/credentials/:id',
  access: 'admin',
  scope: { credential: 'id' },
  summary: 'Get a credential',
  description: 'Secrets are not included; a placeholder with the last characters shows whether there is one.',
  tags: ['Credentials'],
  params: CredentialParams,
  reply: envelope(CredentialRecord, 'Credential found'),
  errors: ['NOT_FOUND'],
  example: { params: { id: exampleCredential.id }, reply: exampleCredential },

  async handle({ params }, { credentials }: CredentialServices) {
    const found = await credentials.get(params.id)
    const uses = await credentials.usesOf([found])
    return credentialRecord(found, uses.get(found.id) ?? 0)
  },
})
