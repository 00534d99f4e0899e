import { NewProject, ProjectRecord } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { exampleProject, projectRecord } from './project-record.ts'
import type { IdentityServices } from './services.ts'

export default defineRoute({
  operation: 'createProject',
  method: 'POST',
  path: '/projects',
  access: 'admin',
  audit: 'project.created',
  summary: 'Create a project',
  description: 'The id is made from the name unless the body has one, and never changes.',
  tags: ['Projects'],
  body: NewProject,
  reply: envelope(ProjectRecord, 'Project created'),
  status: 201,
  errors: ['ALREADY_EXISTS'],
  example: {
    body: { name: 'Sales' },
    reply: { ...exampleProject, workflows: 0, credentials: 0, members: 0 },
  },

  handle: async ({ body, caller }, { projects }: IdentityServices) =>
    projectRecord(await projects.create(body), caller),
})
