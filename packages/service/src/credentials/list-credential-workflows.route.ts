import { CredentialParams, CredentialUser, PageQuery } from '@millrace/model'
import { defineRoute, envelopeList } from '../http/define-route.ts'
import { pageAnswer } from '../http/paged-list.ts'
import { exampleCredential } from './credential-record.ts'
import type { CredentialServices } from './services.ts'

/** The workflows whose newest or published version refers to a credential. */
export default defineRoute({
  operation: 'listCredentialWorkflows',
  method: 'GET',
  path: '/credentials/:id/workflows',
  access: 'admin',
  scope: { credential: 'id' },
  summary: 'List the workflows that use a credential',
  description: 'Those whose last saved or published version refers to it, sorted by machine name.',
  tags: ['Credentials'],
  params: CredentialParams,
  query: PageQuery,
  reply: envelopeList(CredentialUser, 'Workflows found'),
  errors: ['NOT_FOUND'],
  example: {
    params: { id: exampleCredential.id },
    reply: [{ id: '2f3d0c1e-6a53-4a8e-9d4e-1c0f6b7a8e90', machineName: 'place_order', name: 'Place order' }],
  },

  async handle({ params, query }, { credentials }: CredentialServices) {
    return pageAnswer(await credentials.usersOf(params.id, query), query, (user) => user)
  },
})
