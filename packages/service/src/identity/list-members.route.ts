import { MemberRecord, PageQuery, ProjectParams } from '@millrace/model'
import { defineRoute, envelopeList } from '../http/define-route.ts'
import { pageAnswer } from '../http/paged-list.ts'
import { exampleMember, exampleProject, memberRecord } from './project-record.ts'
import type { IdentityServices } from './services.ts'

export default defineRoute({
  operation: 'listProjectMembers',
  method: 'GET',
  path: '/projects/:id/members',
  access: 'admin',
  scope: { project: 'id' },
  summary: 'List the members of a project',
  description: 'People by name, then groups. Callers with a role in the whole service are not listed.',
  tags: ['Projects'],
  params: ProjectParams,
  query: PageQuery,
  reply: envelopeList(MemberRecord, 'Members found'),
  errors: ['NOT_FOUND'],
  example: { params: { id: exampleProject.id }, reply: [exampleMember] },

  handle: async ({ params, query }, { projects }: IdentityServices) =>
    pageAnswer(await projects.members(params.id, query), query, memberRecord),
})
