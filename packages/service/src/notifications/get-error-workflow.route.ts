import { ErrorWorkflow, ErrorWorkflowQuery } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { projectForNew } from '../platform/project-access.ts'
import type { NotificationServices } from './services.ts'

/** Reads the default error workflow. */
export default defineRoute({
  operation: 'getErrorWorkflow',
  method: 'GET',
  path: '/error-workflow',
  access: 'read',
  scope: 'filtered',
  summary: 'Get the default error workflow',
  description: 'It runs when a workflow of the project fails that names none in `config.error_workflow`.',
  tags: ['Notifications'],
  query: ErrorWorkflowQuery,
  reply: envelope(ErrorWorkflow, 'Error workflow found'),
  errors: ['NOT_FOUND'],
  example: { reply: { workflow: null } },

  handle: async ({ query, caller }, { errorWorkflowSetting }: NotificationServices) => ({
    workflow: await errorWorkflowSetting.get(projectForNew(caller, query.project, 'read')),
  }),
})
