import { NewMember, ProjectParams } from '@millrace/model'
import { defineRoute, done } from '../http/define-route.ts'
import { exampleProject } from './project-record.ts'
import type { IdentityServices } from './services.ts'

/** Adds a member or changes the role of one. */
export default defineRoute({
  operation: 'setProjectMember',
  method: 'PUT',
  path: '/projects/:id/members',
  access: 'admin',
  scope: { project: 'id' },
  audit: 'project.member_set',
  summary: 'Add a member to a project, or change its role',
  description:
    'A person, by id or e-mail address, or a group: everyone whose sign-in or JWT names it in the claim with the roles. ' +
    'It takes effect at once.',
  tags: ['Projects'],
  params: ProjectParams,
  body: NewMember,
  reply: done('Member set'),
  errors: ['NOT_FOUND'],
  example: { params: { id: exampleProject.id }, body: { kind: 'group', subject: 'sales-team', role: 'editor' } },

  async handle({ params, body }, { projects }: IdentityServices) {
    await projects.setMember(params.id, body)
  },
})
