import { ProjectParams, ProjectRecord } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { exampleProject, projectRecord } from './project-record.ts'
import type { IdentityServices } from './services.ts'

export default defineRoute({
  operation: 'getProject',
  method: 'GET',
  path: '/projects/:id',
  access: 'read',
  scope: { project: 'id' },
  summary: 'Get a project',
  description: 'With the number of its workflows, credentials and members.',
  tags: ['Projects'],
  params: ProjectParams,
  reply: envelope(ProjectRecord, 'Project found'),
  errors: ['NOT_FOUND'],
  example: { params: { id: exampleProject.id }, reply: exampleProject },

  handle: async ({ params, caller }, { projects }: IdentityServices) =>
    projectRecord(await projects.get(params.id), caller),
})
