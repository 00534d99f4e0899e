import { TypesQuery, VersionParams, Workflow } from '@millrace/model'
import type { CatalogueServices } from '../catalogue/services.ts'
import { answer, defineRoute, envelopeWithWarnings } from '../http/define-route.ts'
import { exampleWorkflow } from './example.ts'
import { etagOf, expectedRevision } from './if-match.ts'
import { printingFor, printWorkflow } from './print-workflow.ts'
import { withNote } from './save-message.ts'
import type { WorkflowServices } from './services.ts'
import { exampleParams, versionIn } from './workflow-params.ts'

/** Saves an old version as the newest one. The version it replaces is kept. */
export default defineRoute({
  operation: 'restoreWorkflowVersion',
  method: 'POST',
  path: '/workflows/:id/versions/:revision/restore',
  access: 'write',
  summary: 'Restore a version',
  tags: ['Versions'],
  params: VersionParams,
  query: TypesQuery,
  reply: envelopeWithWarnings(Workflow, 'Version restored'),
  errors: ['NOT_FOUND', 'STALE_VERSION', 'VALIDATION_ERROR'],
  example: { params: { ...exampleParams, revision: '1' }, reply: exampleWorkflow },

  async handle({ params, headers, query, caller }, { workflows, catalogue }: CatalogueServices & WorkflowServices) {
    const expected = expectedRevision(headers['if-match'])
    const { workflow, revision, note, warnings } = await workflows.restore(params.id, versionIn(params.revision), {
      expected,
      by: caller,
    })
    return answer(await printWorkflow(workflow, catalogue, printingFor({ headers, query })), {
      headers: { etag: etagOf(revision) },
      message: withNote('Version restored', note),
      warnings,
    })
  },
})
