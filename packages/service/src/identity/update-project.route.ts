import { ProjectChange, ProjectParams, ProjectRecord } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { exampleProject, projectRecord } from './project-record.ts'
import type { IdentityServices } from './services.ts'

export default defineRoute({
  operation: 'updateProject',
  method: 'PATCH',
  path: '/projects/:id',
  access: 'admin',
  scope: { project: 'id' },
  audit: 'project.changed',
  summary: 'Rename a project',
  description: 'The id stays. The default project cannot be renamed.',
  tags: ['Projects'],
  params: ProjectParams,
  body: ProjectChange,
  reply: envelope(ProjectRecord, 'Project changed'),
  errors: ['NOT_FOUND'],
  example: { params: { id: exampleProject.id }, body: { name: 'Sales' }, reply: exampleProject },

  handle: async ({ params, body, caller }, { projects }: IdentityServices) =>
    projectRecord(await projects.rename(params.id, body.name), caller),
})
