import { ProjectParams } from '@millrace/model'
import { defineRoute, done } from '../http/define-route.ts'
import { exampleProject } from './project-record.ts'
import type { IdentityServices } from './services.ts'

export default defineRoute({
  operation: 'deleteProject',
  method: 'DELETE',
  path: '/projects/:id',
  access: 'admin',
  audit: 'project.deleted',
  summary: 'Delete a project without workflows and credentials',
  description: 'Also deletes its members, its tokens, and the values, vectors and files of its workflows.',
  tags: ['Projects'],
  params: ProjectParams,
  reply: done('Project deleted'),
  errors: ['NOT_FOUND', 'PROJECT_NOT_EMPTY'],
  example: { params: { id: exampleProject.id } },

  async handle({ params }, { projects }: IdentityServices) {
    await projects.remove(params.id)
  },
})
