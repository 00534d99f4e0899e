import { Type, WorkflowTag } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { pageAnswer, pageQuery } from '../http/paged-list.ts'
import type { WorkflowServices } from './services.ts'

/** Lists the tags that workflows have; the most used first. */
export default defineRoute({
  operation: 'listTags',
  method: 'GET',
  path: '/tags',
  access: 'read',
  summary: 'List the tags of all workflows, the most used first',
  description: 'A tag that is written in several ways is there once, as the oldest workflow that has it writes it.',
  tags: ['Workflows'],
  query: Type.Object({
    search: Type.Optional(Type.String({ maxLength: 100, description: 'Found anywhere in the tag.' })),
    ...pageQuery({ maximum: 1000, default: 100 }),
  }),
  reply: envelope(Type.Array(WorkflowTag), 'Tags found'),
  errors: [],
  example: { query: { search: 'de' }, reply: [{ tag: 'demo', count: 3 }] },

  async handle({ query: { search, ...page } }, { workflows }: WorkflowServices) {
    return pageAnswer(await workflows.tags({ ...page, ...(search ? { search } : {}) }), page, (tag) => tag)
  },
})
