import { Suggestion, Type } from '@millrace/model'
import { modelsLike } from '@millrace/nodes'
import { bare, defineRoute } from '../http/define-route.ts'

/** Names of models that fit what is being typed. */
export default defineRoute({
  operation: 'suggestModels',
  method: 'GET',
  path: '/autocomplete/models',
  access: 'read',
  summary: 'Complete the name of a model',
  tags: ['Autocomplete'],
  query: Type.Object({
    q: Type.String({ maxLength: 100, default: '', description: 'What has been typed so far.' }),
    provider: Type.String({ maxLength: 100, default: '', description: 'Only models of this provider.' }),
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
  }),
  reply: bare(Type.Array(Suggestion)),
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
