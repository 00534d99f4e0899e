import { ModelSuggestionQuery, Suggestion } from '@millrace/model'
import { modelsLike } from '@millrace/nodes'
import { bareList, defineRoute } from '../http/define-route.ts'

/** Suggests model names that match the typed text. */
export default defineRoute({
  operation: 'suggestModels',
  method: 'GET',
  path: '/autocomplete/models',
  access: 'read',
  summary: 'Complete the name of a model',
  tags: ['Autocomplete'],
  query: ModelSuggestionQuery,
  reply: bareList(Suggestion),
  errors: [],
  example: {
    query: { q: 'mini', provider: 'openai' },
    reply: [{ label: 'GPT-4o mini', value: 'gpt-4o-mini' }],
  },

  handle({ query }) {
    return modelsLike(query.q, query.provider)
      .slice(0, query.limit)
      .map(({ id, label }) => ({ label, value: id }))
  },
})
