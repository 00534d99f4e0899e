import { TagListQuery, WorkflowTag } from '@millrace/model'
import { defineRoute, envelopeList } from '../http/define-route.ts'
import { pageAnswer } from '../http/paged-list.ts'
import { listedProjects } from '../platform/project-access.ts'
import type { WorkflowServices } from './services.ts'

/** Lists the tags of all workflows, most used first. */
export default defineRoute({
  operation: 'listTags',
  method: 'GET',
  path: '/tags',
  access: 'read',
  scope: 'filtered',
  summary: 'List the tags of all workflows, the most used first',
  description: 'Spellings that differ only in case are listed once, as the oldest workflow spells it.',
  tags: ['Workflows'],
  query: TagListQuery,
  reply: envelopeList(WorkflowTag, 'Tags found'),
  errors: [],
  example: { query: { search: 'de' }, reply: [{ tag: 'demo', count: 3 }] },

  async handle({ query: { search, project, ...page }, caller }, { workflows }: WorkflowServices) {
    const query = { ...page, ...listedProjects(caller, project), ...(search ? { search } : {}) }
    return pageAnswer(await workflows.tags(query), page, (tag) => tag)
  },
})
