import { UsageEntry, UsageQuery } from '@millrace/model'
import { defineRoute, envelopeList } from '../http/define-route.ts'
import type { HttpServices } from '../http/http-services.ts'
import { pageAnswer } from '../http/paged-list.ts'
import type { UsageServices } from './services.ts'
import { exampleEntry, usageEntry, usageFilter } from './usage-wire.ts'

/** Lists what models used. */
export default defineRoute({
  operation: 'listUsage',
  method: 'GET',
  path: '/usage',
  access: 'admin',
  scope: 'filtered',
  summary: 'List what models used',
  description:
    'Calls, tokens and cost of this month or of other days, added up by workflow, person, model or day. Days from the ' +
    'newest, others from the highest cost. Admins of a project see what its workflows used.',
  tags: ['Usage'],
  query: UsageQuery,
  reply: envelopeList(UsageEntry, 'Usage found'),
  errors: [],
  example: { query: { group_by: 'workflow' }, reply: [exampleEntry] },

  async handle(
    { query: { group_by, limit, offset, ...filters }, caller },
    { usage, workflowNamed, clock }: UsageServices & HttpServices,
  ) {
    const filter = await usageFilter(filters, caller, { workflowNamed, now: clock.now() })
    const page = await usage.list({ ...filter, groupBy: group_by, limit, offset })
    return pageAnswer(page, { limit, offset }, (group) => usageEntry(group, group_by === 'day'))
  },
})
