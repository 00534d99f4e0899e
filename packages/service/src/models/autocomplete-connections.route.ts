import { Suggestion, SuggestionQuery } from '@millrace/model'
import { bareList, defineRoute } from '../http/define-route.ts'
import { exampleConnection } from './connection-record.ts'
import type { ModelServices } from './services.ts'

/** More than anybody keeps. */
const MAX_READ = 1000

/** Names of connections that fit what is being typed, and nothing else of them: whoever edits a workflow may use one. */
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
