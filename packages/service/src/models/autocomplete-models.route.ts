import { ModelSuggestionQuery, Suggestion } from '@millrace/model'
import { modelsLike } from '@millrace/nodes'
import { bareList, defineRoute } from '../http/define-route.ts'
import type { ModelServices } from './services.ts'

/** Suggests model names that match the typed text: those of a connection from its provider, else well-known ones. */
export default defineRoute({
  operation: 'suggestModels',
  method: 'GET',
  path: '/autocomplete/models',
  access: 'read',
  summary: 'Complete the name of a model',
  description: 'The models that the provider of `connection` lists, or well-known models of `provider`.',
  tags: ['Autocomplete'],
  query: ModelSuggestionQuery,
  reply: bareList(Suggestion),
  errors: [],
  example: {
    query: { q: 'mini', provider: 'openai' },
    reply: [{ label: 'GPT-4o mini', value: 'gpt-4o-mini' }],
  },

  async handle({ query, gone }, { connections, modelNames }: ModelServices) {
    const { q, connection, limit } = query
    const listed = connection === '' ? [] : await modelNames.of(connection, gone())
    if (listed.length > 0) {
      const wanted = q.trim().toLowerCase()
      // A complete name is a choice that was made before: show all names, so that another one can be selected.
      const isChosen = listed.includes(q.trim())
      return listed
        .filter((name) => isChosen || name.toLowerCase().includes(wanted))
        .slice(0, limit)
        .map((name) => ({ label: name, value: name }))
    }
    const stored = connection === '' ? undefined : await connections.get(connection).catch(() => undefined)
    return modelsLike(q, stored?.provider ?? query.provider)
      .slice(0, limit)
      .map(({ id, label }) => ({ label, value: id }))
  },
})
