import { ModelSuggestionQuery, Suggestion } from '@millrace/model'
import { modelsLike } from '@millrace/nodes'
import { bareList, defineRoute } from '../http/define-route.ts'
import type { Caller } from '../platform/caller.ts'
import { projectForNew } from '../platform/project-access.ts'
import type { ModelServices } from './services.ts'

/** Suggests model names that match the typed text: those of a connection from its provider, else well-known ones. */
export default defineRoute({
  operation: 'suggestModels',
  method: 'GET',
  path: '/autocomplete/models',
  access: 'read',
  scope: 'filtered',
  summary: 'Complete the name of a model',
  description:
    'The models that the provider of `connection` lists, or well-known models of `provider`. A credential of the project takes precedence over a connection of the same name, as in its workflows.',
  tags: ['Autocomplete'],
  query: ModelSuggestionQuery,
  reply: bareList(Suggestion),
  errors: [],
  example: {
    query: { q: 'mini', provider: 'openai' },
    reply: [{ label: 'GPT-4o mini', value: 'gpt-4o-mini' }],
  },

  async handle({ query, caller, gone }, { modelNames }: ModelServices) {
    const { q, connection, limit } = query
    const project = visibleProject(caller, query.project)
    const found = connection === '' ? undefined : await modelNames.of(connection, project, gone())
    const listed = found?.names ?? []
    if (listed.length > 0) {
      const wanted = q.trim().toLowerCase()
      // A complete name is a choice that was made before: show all names, so that another one can be selected.
      const isChosen = listed.includes(q.trim())
      return listed
        .filter((name) => isChosen || name.toLowerCase().includes(wanted))
        .slice(0, limit)
        .map((name) => ({ label: name, value: name }))
    }
    return modelsLike(q, found?.provider ?? query.provider)
      .slice(0, limit)
      .map(({ id, label }) => ({ label, value: id }))
  },
})

/** The project whose credentials are meant; undefined if the caller must not see it or has to name one. */
function visibleProject(caller: Caller, wanted: string | undefined): string | undefined {
  try {
    return projectForNew(caller, wanted, 'read')
  } catch {
    return undefined
  }
}
