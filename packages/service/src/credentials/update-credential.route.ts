import { CredentialParams, CredentialRecord, NewCredential } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { credentialRecord, exampleCredential } from './credential-record.ts'
import type { CredentialServices } from './services.ts'

/** Updates a credential; nodes that use it follow immediately. A new host requires entering the secrets again. */
export default defineRoute({
  operation: 'updateCredential',
  method: 'PUT',
  path: '/credentials/:id',
  access: 'admin',
  scope: { credential: 'id' },
  audit: 'credential.changed',
  summary: 'Update a credential',
  description:
    'Takes effect at once. A secret that is left out stays as it is; a new host or address needs the secrets again. Workflows that refer to an earlier name do not follow it.',
  tags: ['Credentials'],
  params: CredentialParams,
  body: NewCredential,
  reply: envelope(CredentialRecord, 'Credential updated'),
  errors: ['NOT_FOUND', 'ALREADY_EXISTS'],
  example: {
    params: { id: exampleCredential.id },
    body: { name: 'shop_api', type: 'bearer', hosts: ['api.shop.example'], values: {} },
    reply: exampleCredential,
  },

  async handle({ params, body, caller }, { credentials }: CredentialServices) {
    // Members of a project administer its credentials, and nothing of the operator.
    const changed = await credentials.update(params.id, body, { mayRefer: caller.project === undefined })
    const uses = await credentials.usesOf([changed])
    return credentialRecord(changed, uses.get(changed.id) ?? 0)
  },
})
