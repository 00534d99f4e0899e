import { DraftHead, DraftSave, WorkflowParams } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { exampleDraft, exampleDraftHead } from './example.ts'
import type { WorkflowServices } from './services.ts'
import { exampleParams } from './workflow-params.ts'

/** Stores the caller's unsaved work on a workflow. */
export default defineRoute({
  operation: 'putWorkflowDraft',
  method: 'PUT',
  path: '/workflows/:id/draft',
  access: 'write',
  scope: { workflow: 'id' },
  audit: { none: 'A draft is unsaved work of one person.' },
  summary: 'Store your draft of a workflow',
  description:
    'Each person has one draft per workflow. It is not a version, nothing runs it, and it is deleted with the workflow. ' +
    '`revision` is the revision of the draft that the caller saw: if the stored draft has another one, or if the caller ' +
    'saw none and there is one, the reply is 409 and nothing changes.',
  tags: ['Drafts'],
  params: WorkflowParams,
  takesDocument: true,
  body: DraftSave,
  reply: envelope(DraftHead, 'Draft stored'),
  errors: ['NOT_FOUND', 'STALE_DRAFT', 'TOO_MANY_DRAFTS'],
  example: {
    params: exampleParams,
    body: { workflow: exampleDraft.workflow, base_revision: 1 },
    reply: exampleDraftHead,
  },

  handle: ({ params, body, caller }, { drafts }: WorkflowServices) => drafts.put(params.id, body, caller),
})
