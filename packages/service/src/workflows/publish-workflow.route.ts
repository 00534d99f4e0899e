import { PublishWorkflow, stateFieldsOf, WorkflowParams, WorkflowState } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { EXAMPLE_ID } from './example.ts'
import type { WorkflowServices } from './services.ts'
import { exampleParams } from './workflow-params.ts'

/** Makes a version the one that triggers and callers use. */
export default defineRoute({
  operation: 'publishWorkflow',
  method: 'POST',
  path: '/workflows/:id/publish',
  access: 'write',
  scope: { workflow: 'id' },
  audit: 'workflow.published',
  summary: 'Publish a version of a workflow',
  description:
    'For workflows with `publish: "manual"` in their config: webhooks, schedules, MCP tools and sub-workflow calls use ' +
    'the published version, and later saves are not live until they are published. Publishes the newest version unless ' +
    'a `revision` is given.',
  tags: ['Workflows'],
  params: WorkflowParams,
  body: PublishWorkflow,
  bodyOptional: true,
  reply: envelope(WorkflowState, 'Workflow published'),
  errors: ['NOT_FOUND', 'STALE_VERSION'],
  example: {
    params: exampleParams,
    body: { revision: 3 },
    reply: {
      id: EXAMPLE_ID,
      revision: 3,
      published_revision: 3,
      active: true,
      has_triggers: true,
      has_unpublished_changes: false,
      project: 'default',
    },
  },

  async handle({ params, body }, { publishing, workflows }: WorkflowServices) {
    await publishing.publish(params.id, body?.revision)
    const state = await workflows.current(params.id)
    return { id: state.id, revision: state.revision, ...stateFieldsOf(state) }
  },
})
