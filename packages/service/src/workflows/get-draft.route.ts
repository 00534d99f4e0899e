import { FoundDraft, GetDraftQuery, Problem, parseInSlices, type Workflow, WorkflowParams } from '@millrace/model'
import type { CatalogueServices } from '../catalogue/services.ts'
import { defineRoute, envelope } from '../http/define-route.ts'
import { JsonText } from '../http/reply.ts'
import { headOf } from './drafts.ts'
import { exampleDraft } from './example.ts'
import { printingFor, printWorkflow } from './print-workflow.ts'
import type { WorkflowServices } from './services.ts'
import { exampleParams } from './workflow-params.ts'

/** Returns the caller's unsaved work on a workflow. */
export default defineRoute({
  operation: 'getWorkflowDraft',
  method: 'GET',
  path: '/workflows/:id/draft',
  access: 'write',
  scope: { workflow: 'id' },
  summary: 'Read your draft of a workflow',
  description: 'The unsaved work of the caller on this workflow. Secrets are replaced by placeholders.',
  tags: ['Drafts'],
  params: WorkflowParams,
  query: GetDraftQuery,
  reply: envelope(FoundDraft, 'Draft found'),
  errors: ['NOT_FOUND'],
  example: { params: exampleParams, reply: exampleDraft },

  async handle({ params, query, headers, caller }, { drafts, catalogue }: CatalogueServices & WorkflowServices) {
    const draft = await drafts.find(params.id, caller)
    if (draft === undefined && query.missing === 'null') return null
    if (draft === undefined) throw new Problem('NOT_FOUND', { message: 'You have no draft of this workflow.' })
    const workflow = (await parseInSlices(draft.document)) as Workflow
    const { parts } = await printWorkflow(workflow, catalogue, printingFor({ headers, query }))
    return new JsonText([`${JSON.stringify(headOf(draft)).slice(0, -1)},"workflow":`, ...parts, '}'])
  },
})
