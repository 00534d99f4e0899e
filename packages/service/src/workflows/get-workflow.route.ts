import { TypesQuery, Workflow, WorkflowParams } from '@millrace/model'
import { answer, defineRoute, envelope } from '../http/define-route.ts'
import { exampleWorkflow } from './example.ts'
import { printingFor } from './print-workflow.ts'
import type { WorkflowServices } from './services.ts'
import { exampleParams } from './workflow-params.ts'

const FOUND = 'Workflow found'

/** Returns a workflow. Secrets are replaced by placeholders. */
export default defineRoute({
  operation: 'getWorkflow',
  method: 'GET',
  path: '/workflows/:id',
  access: 'read',
  scope: { workflow: 'id' },
  summary: 'Read a workflow',
  description: 'The newest version. Secrets are replaced by placeholders. Send the `ETag` as `If-Match` when you save.',
  tags: ['Workflows'],
  params: WorkflowParams,
  query: TypesQuery,
  reply: envelope(Workflow, FOUND),
  errors: ['NOT_FOUND'],
  example: { params: exampleParams, reply: exampleWorkflow },

  async handle({ params, query, headers }, { encodedWorkflows }: WorkflowServices) {
    const printing = printingFor({ headers, query })
    const { encoded, etag } = await encodedWorkflows.read(params.id, printing, FOUND)
    return answer(encoded, { headers: { etag }, isRevalidated: true })
  },
})
