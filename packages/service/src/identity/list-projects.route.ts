import { ProjectListQuery, ProjectRecord } from '@millrace/model'
import { defineRoute, envelopeList } from '../http/define-route.ts'
import { pageAnswer } from '../http/paged-list.ts'
import { projectsWith } from '../platform/project-access.ts'
import { exampleProject, projectRecord } from './project-record.ts'
import type { IdentityServices } from './services.ts'

/** Lists the projects that the caller may see. */
export default defineRoute({
  operation: 'listProjects',
  method: 'GET',
  path: '/projects',
  access: 'read',
  scope: 'filtered',
  summary: 'List projects',
  description: 'The default project first, the others by name. Members see the projects that they are a member of.',
  tags: ['Projects'],
  query: ProjectListQuery,
  reply: envelopeList(ProjectRecord, 'Projects found'),
  errors: [],
  example: { reply: [exampleProject] },

  async handle({ query, caller }, { projects }: IdentityServices) {
    const page = await projects.list({ ...query, ids: projectsWith(caller, 'read') })
    return pageAnswer(page, query, (project) => projectRecord(project, caller))
  },
})
