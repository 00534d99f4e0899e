import { DateTime, Type } from '@millrace/model'
import { answer, defineRoute, envelope } from '../../http/define-route.ts'
import { pageHeaders } from '../../http/page-headers.ts'
import { exampleParams, WorkflowParams } from './workflow-params.ts'

const VersionHead = Type.Object(
  {
    revision: Type.Integer(),
    versionId: Type.String(),
    savedAt: DateTime,
    savedBy: Type.String(),
  },
  { $id: 'WorkflowVersion' },
)

/** Lists the saves of a workflow, newest first. */
export default defineRoute({
  operation: 'listWorkflowVersions',
  method: 'GET',
  path: '/workflows/:id/versions',
  access: 'read',
  summary: 'List the versions of a workflow, newest first',
  tags: ['Versions'],
  params: WorkflowParams,
  query: Type.Object({
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
    offset: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 }),
  }),
  reply: envelope(Type.Array(VersionHead), 'Versions found'),
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

  async handle({ params, query }, { workflows }) {
    const { items, total } = await workflows.versions(params.id, query)
    const shown = items.map(({ revision, versionId, savedAt, savedBy }) => ({
      revision,
      versionId,
      savedAt: new Date(savedAt).toISOString(),
      savedBy,
    }))
    return answer(shown, { headers: pageHeaders(total, query) })
  },
})
