import { MemberParams } from '@millrace/model'
import { defineRoute, done } from '../http/define-route.ts'
import { exampleProject } from './project-record.ts'
import type { IdentityServices } from './services.ts'

export default defineRoute({
  operation: 'removeProjectMember',
  method: 'DELETE',
  path: '/projects/:id/members/:kind/:subject',
  access: 'admin',
  scope: { project: 'id' },
  audit: 'project.member_removed',
  summary: 'Remove a member from a project',
  description: 'It takes effect at once.',
  tags: ['Projects'],
  params: MemberParams,
  reply: done('Member removed'),
  errors: ['NOT_FOUND'],
  example: { params: { id: exampleProject.id, kind: 'group', subject: 'sales-team' } },

  async handle({ params: { id, kind, subject } }, { projects }: IdentityServices) {
    await projects.removeMember({ project: id, kind, subject })
  },
})
