import { credentialTypesFor, Suggestion, SuggestionQuery } from '@millrace/model'
import { bareList, defineRoute } from '../http/define-route.ts'
import { listedProjects } from '../platform/project-access.ts'
import type { PlatformServices } from '../platform/services.ts'
import { exampleConnection } from './connection-record.ts'
import type { ModelServices } from './services.ts'

/** More connections than any installation has. */
const MAX_READ = 1000

/** Suggests connections by name, without their other fields: every editor of workflows may use them. */
export default defineRoute({
  operation: 'suggestConnections',
  method: 'GET',
  path: '/autocomplete/connections',
  access: 'read',
  scope: 'filtered',
  summary: 'Complete the name of a connection',
  description:
    'Connections and credentials of model providers whose names match the typed text; `value` is the id of a connection, or the name of a credential. Keys are not included.',
  tags: ['Autocomplete'],
  query: SuggestionQuery,
  reply: bareList(Suggestion),
  errors: [],
  example: { query: { q: 'team' }, reply: [{ label: exampleConnection.name, value: exampleConnection.id }] },

  async handle({ query, caller }, { connections, store }: ModelServices & PlatformServices) {
    const all = { limit: MAX_READ, offset: 0 }
    const { items } = await connections.list(all)
    const credentials = await store.credentials.list({
      ...all,
      types: credentialTypesFor('model'),
      ...listedProjects(caller, query.project),
    })
    const wanted = query.q.trim().toLowerCase()
    // A credential is referred to by name, which is the same in every installation.
    const named = credentials.items.map(({ name }) => ({ label: name, value: name }))
    return [...items.map(({ id, name }) => ({ label: name, value: id })), ...named]
      .filter(({ label }) => label.toLowerCase().includes(wanted))
      .slice(0, query.limit)
  },
})
