import { TagListQuery, WorkflowTag } from '@millrace/model'
import { defineRoute, envelopeList } from '../http/define-route.ts'
import { pageAnswer } from '../http/paged-list.ts'
import type { WorkflowServices } from './services.ts'

/** Lists the tags of all workflows, most used first. */
export default defineRoute({
  operation: 'listTags',
  method: 'GET',
  path: '/tags',
  access: 'read',
  summary: 'List the tags of all workflows, the most used first',
  description: 'Spellings that differ only in case are listed once, as the oldest workflow spells it.',
  tags: ['Workflows'],
  query: TagListQuery,
  reply: envelopeList(WorkflowTag, 'Tags found'),
  errors: [],
  example: { query: { search: 'de' }, reply: [{ tag: 'demo', count: 3 }] },

  async handle({ query: { search, ...page } }, { workflows }: WorkflowServices) {
    return pageAnswer(await workflows.tags({ ...page, ...(search ? { search } : {}) }), page, (tag) => tag)
  },
})
