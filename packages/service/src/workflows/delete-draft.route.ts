import { DeleteDraftQuery, WorkflowParams } from '@millrace/model'
import { defineRoute, done } from '../http/define-route.ts'
import type { WorkflowServices } from './services.ts'
import { exampleParams } from './workflow-params.ts'

/** Deletes the caller's draft; also succeeds if there is none. */
export default defineRoute({
  operation: 'deleteWorkflowDraft',
  method: 'DELETE',
  path: '/workflows/:id/draft',
  access: 'write',
  scope: { workflow: 'id' },
  audit: { none: 'A draft is unsaved work of one person.' },
  summary: 'Delete your draft of a workflow',
  description: 'Succeeds also if there is no draft.',
  tags: ['Drafts'],
  params: WorkflowParams,
  query: DeleteDraftQuery,
  reply: done('Draft deleted'),
  errors: ['NOT_FOUND', 'STALE_DRAFT'],
  example: { params: exampleParams },

  handle: ({ params, query, caller }, { drafts }: WorkflowServices) => drafts.remove(params.id, caller, query.revision),
})
