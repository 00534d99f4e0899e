import { Workflow } from '@millrace/model'
import { answer, defineRoute, envelope, jsonText } from '../../http/define-route.ts'
import { exampleWorkflow } from './example.ts'
import { etagOf } from './if-match.ts'
import { exampleParams, WorkflowParams } from './workflow-params.ts'

/** Reads a workflow. Secrets show as placeholders. */
export default defineRoute({
  operation: 'getWorkflow',
  method: 'GET',
  path: '/workflows/:id',
  access: 'read',
  summary: 'Read a workflow',
  tags: ['Workflows'],
  params: WorkflowParams,
  reply: envelope(Workflow, 'Workflow found'),
  errors: ['NOT_FOUND'],
  example: { params: exampleParams, reply: exampleWorkflow },

  async handle({ params }, { workflows }) {
    const { document, revision } = await workflows.get(params.id)
    return answer(jsonText(document), { headers: { etag: etagOf(revision) } })
  },
})
