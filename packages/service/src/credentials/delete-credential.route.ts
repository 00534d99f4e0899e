import { CredentialParams } from '@millrace/model'
import { defineRoute, done } from '../http/define-route.ts'
import { exampleCredential } from './credential-record.ts'
import type { CredentialServices } from './services.ts'

/** Deletes a credential and its secrets. Nodes that use it fail from then on. */
export default defineRoute({
  operation: 'deleteCredential',
  method: 'DELETE',
  path: '/credentials/:id',
  access: 'admin',
  scope: { credential: 'id' },
  audit: 'credential.deleted',
  summary: 'Delete a credential',
  description:
    'Revokes the tokens of a connected account if the credential has a revocation URL, and deletes the credential with its secrets. Nodes that use it fail from then on.',
  tags: ['Credentials'],
  params: CredentialParams,
  reply: done('Credential deleted'),
  errors: ['NOT_FOUND'],
  example: { params: { id: exampleCredential.id } },

  async handle({ params, note }, { credentials, revocations }: CredentialServices) {
    const details = await revocations.revoke(params.id)
    if (details !== undefined) note({ details })
    await credentials.remove(params.id)
  },
})
