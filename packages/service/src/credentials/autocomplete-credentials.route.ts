import { CredentialSuggestionParams, credentialTypesFor, Suggestion, SuggestionQuery } from '@millrace/model'
import { bareList, defineRoute } from '../http/define-route.ts'
import { listedProjects } from '../platform/project-access.ts'
import type { PlatformServices } from '../platform/services.ts'
import { exampleCredential } from './credential-record.ts'

/** More credentials than any installation has. */
const MAX_READ = 1000

/** Suggests credentials that fit a setting, by name, without their other fields: every editor of workflows may use them. */
export default defineRoute({
  operation: 'suggestCredentials',
  method: 'GET',
  path: '/autocomplete/credentials/:purpose',
  access: 'read',
  scope: 'filtered',
  summary: 'Complete the name of a credential',
  description: 'Credentials for a purpose whose names match the typed text. Secrets are not included.',
  tags: ['Autocomplete'],
  params: CredentialSuggestionParams,
  query: SuggestionQuery,
  reply: bareList(Suggestion),
  errors: [],
  example: {
    params: { purpose: 'http' },
    query: { q: 'shop' },
    reply: [{ label: exampleCredential.name, value: exampleCredential.name }],
  },

  async handle({ params, query, caller }, { store }: PlatformServices) {
    const types = credentialTypesFor(params.purpose)
    const visible = listedProjects(caller, query.project)
    const { items } = await store.credentials.list({ limit: MAX_READ, offset: 0, types, ...visible })
    const wanted = query.q.trim().toLowerCase()
    return items
      .filter(({ name }) => name.includes(wanted))
      .slice(0, query.limit)
      .map(({ name }) => ({ label: name, value: name }))
  },
})
