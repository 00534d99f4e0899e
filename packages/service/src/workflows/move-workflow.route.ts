import { MovedWorkflow, WorkflowMove, WorkflowParams } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { requireIn } from '../platform/project-access.ts'
import type { ProjectServices } from '../platform/project-directory.ts'
import { EXAMPLE_ID } from './example.ts'
import type { WorkflowServices } from './services.ts'
import { exampleParams } from './workflow-params.ts'

/** Moves a workflow to another project; the caller administers both. */
export default defineRoute({
  operation: 'moveWorkflow',
  method: 'POST',
  path: '/workflows/:id/move',
  access: 'admin',
  scope: 'filtered',
  audit: 'workflow.moved',
  summary: 'Move a workflow to another project',
  description:
    'Its executions, sessions and questions move with it. Credentials, keyed values and vectors stay: the workflow then ' +
    'uses those of its new project.',
  tags: ['Projects'],
  params: WorkflowParams,
  body: WorkflowMove,
  reply: envelope(MovedWorkflow, 'Workflow moved'),
  errors: ['NOT_FOUND'],
  example: {
    params: exampleParams,
    body: { project: 'sales' },
    reply: { id: EXAMPLE_ID, project: 'sales' },
  },

  async handle({ params, body, caller }, { workflows, projects }: WorkflowServices & ProjectServices) {
    if (caller.projects !== undefined) {
      requireIn(caller, await projects.projectOf({ kind: 'workflow', id: params.id }), 'admin')
      requireIn(caller, body.project, 'admin')
    }
    const { id } = await workflows.current(params.id)
    await projects.moveWorkflow(id, body.project)
    return { id, project: body.project }
  },
})
