import { CredentialRecord, NewCredential, NewCredentialQuery } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { may } from '../platform/caller.ts'
import { projectForNew } from '../platform/project-access.ts'
import type { ProjectServices } from '../platform/project-directory.ts'
import { credentialRecord, exampleCredential } from './credential-record.ts'
import type { CredentialServices } from './services.ts'

/** Creates a credential. Its secrets are encrypted and never returned. */
export default defineRoute({
  operation: 'createCredential',
  method: 'POST',
  path: '/credentials',
  access: 'admin',
  scope: 'filtered',
  audit: 'credential.created',
  summary: 'Create a credential',
  description: 'Its secrets are encrypted and never returned. Nodes refer to it by name.',
  tags: ['Credentials'],
  query: NewCredentialQuery,
  body: NewCredential,
  reply: envelope(CredentialRecord, 'Credential created'),
  status: 201,
  errors: ['ALREADY_EXISTS', 'NOT_FOUND'],
  example: {
    body: { name: 'shop_api', type: 'bearer', hosts: ['api.shop.example'], values: { token: 'sk-…' } },
    reply: exampleCredential,
  },

  async handle({ body, query, caller }, { credentials, projects }: CredentialServices & ProjectServices) {
    const project = projectForNew(caller, query.project, 'admin')
    await projects.require(project)
    const made = await credentials.create(body, { name: caller.name, project, mayRefer: may(caller, 'admin') })
    const uses = await credentials.usesOf([made])
    return credentialRecord(made, uses.get(made.id) ?? 0)
  },
})
