import { PageQuery, WorkflowParams, WorkflowVersion } from '@millrace/model'
import { defineRoute, envelopeList } from '../http/define-route.ts'
import { pageAnswer } from '../http/paged-list.ts'
import { iso } from '../platform/iso.ts'
import type { WorkflowServices } from './services.ts'
import { exampleParams } from './workflow-params.ts'

/** Lists the versions of a workflow, newest first. */
export default defineRoute({
  operation: 'listWorkflowVersions',
  method: 'GET',
  path: '/workflows/:id/versions',
  access: 'read',
  scope: { workflow: 'id' },
  summary: 'List the versions of a workflow, newest first',
  description: 'Every save is a version. The list has no documents.',
  tags: ['Versions'],
  params: WorkflowParams,
  query: PageQuery,
  reply: envelopeList(WorkflowVersion, 'Versions found'),
  errors: ['NOT_FOUND'],
  example: {
    params: exampleParams,
    reply: [
      {
        revision: 1,
        versionId: '0c2a6c8e-7d0b-4a53-8a55-6d9c1f3d7e21',
        savedAt: '2026-01-01T12:00:00.000Z',
        savedBy: 'Ada',
      },
    ],
  },

  async handle({ params, query }, { workflows }: WorkflowServices) {
    const page = await workflows.versions(params.id, query)
    return pageAnswer(page, query, ({ revision, versionId, savedAt, savedBy }) => ({
      revision,
      versionId,
      savedAt: iso(savedAt),
      savedBy,
    }))
  },
})
