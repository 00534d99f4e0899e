import { Type, Workflow } from '@millrace/model'
import { answer, defineRoute, envelope } from '../http/define-route.ts'
import { exampleWorkflow } from './example.ts'
import { etagOf } from './if-match.ts'
import { printingFor, TypesQuery } from './print-workflow.ts'
import type { WorkflowServices } from './services.ts'
import { exampleParams, WorkflowParams } from './workflow-params.ts'

const FOUND = 'Workflow found'

/** Reads a workflow. Secrets show as placeholders. */
export default defineRoute({
  operation: 'getWorkflow',
  method: 'GET',
  path: '/workflows/:id',
  access: 'read',
  summary: 'Read a workflow',
  tags: ['Workflows'],
  params: WorkflowParams,
  query: Type.Object(TypesQuery),
  reply: envelope(Workflow, FOUND),
  errors: ['NOT_FOUND'],
  example: { params: exampleParams, reply: exampleWorkflow },

  async handle({ params, query, headers }, { workflows }: WorkflowServices) {
    const printing = printingFor({ headers, query })
    const { encoded, revision } = await workflows.answerFor(params.id, { message: FOUND, printing })
    return answer(encoded, { headers: { etag: etagOf(revision) } })
  },
})
