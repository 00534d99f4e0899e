import { CredentialListQuery, CredentialRecord } from '@millrace/model'
import { defineRoute, envelopeList } from '../http/define-route.ts'
import { pageAnswer } from '../http/paged-list.ts'
import { listedProjects } from '../platform/project-access.ts'
import { credentialRecord, exampleCredential } from './credential-record.ts'
import type { CredentialServices } from './services.ts'

/** Lists the credentials by name, without their secrets. */
export default defineRoute({
  operation: 'listCredentials',
  method: 'GET',
  path: '/credentials',
  access: 'admin',
  scope: 'filtered',
  summary: 'List credentials',
  description: 'Sorted by name, without their secrets.',
  tags: ['Credentials'],
  query: CredentialListQuery,
  reply: envelopeList(CredentialRecord, 'Credentials found'),
  errors: [],
  example: { reply: [exampleCredential] },

  async handle({ query, caller }, { credentials }: CredentialServices) {
    const { limit, offset } = query
    const page = await credentials.list({ limit, offset, ...listedProjects(caller, query.project, 'admin') })
    const uses = await credentials.usesOf(page.items)
    return pageAnswer(page, query, (item) => credentialRecord(item, uses.get(item.id) ?? 0))
  },
})
