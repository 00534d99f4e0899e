import { WorkflowParams } from '@millrace/model'
import { defineRoute, done } from '../http/define-route.ts'
import { expectedRevision } from './if-match.ts'
import type { WorkflowServices } from './services.ts'
import { exampleParams } from './workflow-params.ts'

/** Deletes a workflow with its versions, executions and triggers. */
export default defineRoute({
  operation: 'deleteWorkflow',
  method: 'DELETE',
  path: '/workflows/:id',
  access: 'write',
  scope: { workflow: 'id' },
  audit: 'workflow.deleted',
  summary: 'Delete a workflow with all its versions and its history',
  description:
    'Deletes its versions, executions, drafts and triggers as well. Send `If-Match` to delete only a known revision.',
  tags: ['Workflows'],
  params: WorkflowParams,
  reply: done('Workflow deleted'),
  errors: ['NOT_FOUND', 'STALE_VERSION'],
  example: { params: exampleParams },

  async handle({ params, headers }, { workflows }: WorkflowServices) {
    await workflows.remove(params.id, expectedRevision(headers['if-match']))
  },
})
