import { Suggestion, SuggestionQuery } from '@millrace/model'
import { bareList, defineRoute } from '../http/define-route.ts'
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
  summary: 'Complete the name of a connection',
  tags: ['Autocomplete'],
  query: SuggestionQuery,
  reply: bareList(Suggestion),
  errors: [],
  example: { query: { q: 'team' }, reply: [{ label: exampleConnection.name, value: exampleConnection.id }] },

  async handle({ query }, { connections }: ModelServices) {
    const { items } = await connections.list({ limit: MAX_READ, offset: 0 })
    const wanted = query.q.trim().toLowerCase()
    return items
      .filter(({ name }) => name.toLowerCase().includes(wanted))
      .slice(0, query.limit)
      .map(({ id, name }) => ({ label: name, value: id }))
  },
})
