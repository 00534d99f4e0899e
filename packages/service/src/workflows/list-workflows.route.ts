import { parseInSlices, Workflow, WorkflowListQuery } from '@millrace/model'
import type { StoredWorkflow } from '@millrace/store'
import type { CatalogueServices } from '../catalogue/services.ts'
import { answer, defineRoute, encodedList, envelopeList, jsonText } from '../http/define-route.ts'
import { boundedPage, MAX_PAGE_BYTES } from '../http/paged-list.ts'
import { listedProjects } from '../platform/project-access.ts'
import { exampleWorkflow } from './example.ts'
import { printingFor, printWorkflow, withState } from './print-workflow.ts'
import type { WorkflowServices } from './services.ts'
import { tagsIn } from './tags-in.ts'

/** Lists workflows, by default the most recently changed first. */
export default defineRoute({
  operation: 'listWorkflows',
  method: 'GET',
  path: '/workflows',
  access: 'read',
  scope: 'filtered',
  summary: 'List workflows',
  description:
    'The most recently changed workflow is first, unless `sort` and `order` are set. Includes the documents.',
  tags: ['Workflows'],
  query: WorkflowListQuery,
  reply: envelopeList(Workflow, 'Workflows found'),
  errors: [],
  example: { query: { tags: 'demo', limit: 10 }, reply: [exampleWorkflow] },

  async handle(
    { query: { search, tags, types, project, ...rest }, headers, caller },
    { workflows, catalogue }: CatalogueServices & WorkflowServices,
  ) {
    const wanted = tagsIn(tags)
    const { items, total } = await workflows.list({
      ...rest,
      ...listedProjects(caller, project),
      maxBytes: MAX_PAGE_BYTES,
      ...(search ? { search } : {}),
      ...(wanted.length > 0 ? { tags: wanted } : {}),
    })
    const printing = printingFor({ headers, query: { types } })
    const printed = async (stored: StoredWorkflow) => {
      const { document } = stored
      const text = printing.isCopied
        ? await printWorkflow((await parseInSlices(document)) as Workflow, catalogue, printing)
        : jsonText(document)
      return withState(text, stored).text
    }
    // The store may end a page early because of its size.
    const left = Math.max(0, Math.min(rest.limit, total - rest.offset))
    const asked = { ...rest, limit: items.length < left ? items.length : rest.limit }
    const page = await boundedPage({ items, total }, asked, printed)
    const message = `Found ${total} workflows`
    return answer(await encodedList(page.texts, message), { headers: page.headers, message })
  },
})
