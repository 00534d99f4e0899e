import { TypesQuery, VersionParams, Workflow } from '@millrace/model'
import { defineRoute, envelopeWithWarnings } from '../http/define-route.ts'
import { exampleWorkflow } from './example.ts'
import { expectedRevision } from './if-match.ts'
import { replying, savedAnswer } from './saved-answer.ts'
import type { WorkflowServices } from './services.ts'
import { exampleParams, versionIn } from './workflow-params.ts'

/** Saves an old version as the newest one. The version it replaces is kept. */
export default defineRoute({
  operation: 'restoreWorkflowVersion',
  method: 'POST',
  path: '/workflows/:id/versions/:revision/restore',
  access: 'write',
  scope: { workflow: 'id' },
  audit: 'workflow.restored',
  summary: 'Restore a version',
  description: 'Saves the old version as the newest one. The version that it replaces is kept.',
  tags: ['Versions'],
  params: VersionParams,
  query: TypesQuery,
  reply: envelopeWithWarnings(Workflow, 'Version restored'),
  errors: ['NOT_FOUND', 'STALE_VERSION', 'VALIDATION_ERROR'],
  example: { params: { ...exampleParams, revision: '1' }, reply: exampleWorkflow },

  async handle({ params, headers, query, caller, prepare }, { workflows }: WorkflowServices) {
    const expected = expectedRevision(headers['if-match'])
    const saved = await workflows.restore(params.id, versionIn(params.revision), {
      expected,
      by: caller,
      ...replying({ headers, query, prepare }, 'Version restored'),
    })
    return savedAnswer(saved, 'Version restored')
  },
})
