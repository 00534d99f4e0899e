import { Type } from '@millrace/model'
import { answer, defineRoute, envelope } from '../../http/define-route.ts'
import { pageHeaders } from '../../http/page-headers.ts'

const WorkflowTag = Type.Object(
  { tag: Type.String(), count: Type.Integer({ minimum: 1, description: 'Workflows that have it.' }) },
  { $id: 'WorkflowTag' },
)

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
    limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
    offset: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 }),
  }),
  reply: envelope(Type.Array(WorkflowTag), 'Tags found'),
  errors: [],
  example: { query: { search: 'de' }, reply: [{ tag: 'demo', count: 3 }] },

  async handle({ query: { search, ...page } }, { workflows }) {
    const { items, total } = await workflows.tags({ ...page, ...(search ? { search } : {}) })
    return answer([...items], { headers: pageHeaders(total, page) })
  },
})
