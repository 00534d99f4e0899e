import { CredentialParams, CredentialRecord } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { credentialRecord, exampleCredential } from './credential-record.ts'
import type { CredentialServices } from './services.ts'

/** Forgets the account of a credential. */
export default defineRoute({
  operation: 'disconnectCredential',
  method: 'DELETE',
  path: '/credentials/:id/connection',
  access: 'admin',
  audit: 'credential.disconnected',
  summary: 'Disconnect a credential',
  description:
    'Revokes its tokens at the provider if it has a revocation URL, and deletes them. Nodes that use it fail until it is connected again.',
  tags: ['Credentials'],
  params: CredentialParams,
  reply: envelope(CredentialRecord, 'Credential disconnected'),
  errors: ['NOT_FOUND'],
  example: { params: { id: exampleCredential.id }, reply: exampleCredential },

  async handle({ params, note }, { authorizations, credentials, revocations }: CredentialServices) {
    const details = await revocations.revoke(params.id)
    if (details !== undefined) note({ details })
    const changed = await authorizations.disconnect(params.id)
    const uses = await credentials.usesOf([changed])
    return credentialRecord(changed, uses.get(changed.id) ?? 0)
  },
})
