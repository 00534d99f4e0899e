import { Suggestion, SuggestionQuery } from '@millrace/model'
import { bareList, defineRoute } from '../http/define-route.ts'
import { listedProjects } from '../platform/project-access.ts'
import type { PlatformServices } from '../platform/services.ts'

/** Suggests workflows whose names match the typed text. */
export default defineRoute({
  operation: 'suggestWorkflows',
  method: 'GET',
  path: '/autocomplete/workflows',
  access: 'read',
  scope: 'filtered',
  summary: 'Complete the name of a workflow',
  description: 'Workflows whose names match the typed text; `value` is the id.',
  tags: ['Autocomplete'],
  query: SuggestionQuery,
  reply: bareList(Suggestion),
  errors: [],
  example: {
    query: { q: 'hel' },
    reply: [{ label: 'Hello', value: '5f0c6f0e-3c3c-4c39-8a1e-0d8f0a4b7c11' }],
  },

  async handle({ query, caller }, { store }: PlatformServices) {
    const { projects } = listedProjects(caller, query.project)
    const heads = await store.workflows.suggest(query.q, query.limit, projects)
    return heads.map(({ id, name }) => ({ label: name, value: id }))
  },
})
