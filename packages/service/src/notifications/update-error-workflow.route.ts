import { ErrorWorkflow, ErrorWorkflowQuery, NewErrorWorkflow } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { projectForNew } from '../platform/project-access.ts'
import type { ProjectServices } from '../platform/project-directory.ts'
import type { NotificationServices } from './services.ts'

/** Sets the default error workflow. */
export default defineRoute({
  operation: 'updateErrorWorkflow',
  method: 'PUT',
  path: '/error-workflow',
  access: 'admin',
  scope: 'filtered',
  audit: 'error_workflow.changed',
  summary: 'Set the default error workflow',
  description: 'A workflow with an error trigger, which gets the failure. A workflow can name another one, or none.',
  tags: ['Notifications'],
  query: ErrorWorkflowQuery,
  body: NewErrorWorkflow,
  reply: envelope(ErrorWorkflow, 'Error workflow changed'),
  errors: ['NOT_FOUND'],
  example: { body: { workflow: null }, reply: { workflow: null } },

  async handle(
    { body, query, caller, note },
    { errorWorkflowSetting, projects }: NotificationServices & ProjectServices,
  ) {
    const project = projectForNew(caller, query.project, 'admin')
    await projects.require(project)
    const workflow = await errorWorkflowSetting.set(project, body.workflow)
    note({ details: { workflow: workflow ?? '', ...(query.project && { project }) } })
    return { workflow }
  },
})
