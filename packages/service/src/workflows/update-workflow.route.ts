import { TypesQuery, Workflow, WorkflowChange, WorkflowParams } from '@millrace/model'
import type { CatalogueServices } from '../catalogue/services.ts'
import { answer, defineRoute, envelopeWithWarnings } from '../http/define-route.ts'
import { exampleWorkflow } from './example.ts'
import { etagOf, expectedRevision } from './if-match.ts'
import { printingFor, printWorkflow } from './print-workflow.ts'
import { withNote } from './save-message.ts'
import type { WorkflowServices } from './services.ts'
import { exampleParams } from './workflow-params.ts'
import { yamlBody } from './yaml.ts'

/** Updates the fields in the body and keeps the others. */
export default defineRoute({
  operation: 'updateWorkflow',
  method: 'PUT',
  path: '/workflows/:id',
  access: 'write',
  summary: 'Change a workflow',
  description:
    'Only the fields in the body change. With `If-Match` or a top-level `revision` a save that would overwrite ' +
    "another user's save is rejected; without either it wins. Every save is kept as a version. A hidden setting that a node leaves " +
    'out keeps its stored value, so that an export can be sent back; `null` deletes it. The message reports how many were ' +
    'kept or removed.',
  tags: ['Workflows'],
  params: WorkflowParams,
  query: TypesQuery,
  takesDocument: true,
  body: WorkflowChange,
  yaml: yamlBody,
  reply: envelopeWithWarnings(Workflow, 'Workflow saved'),
  errors: ['NOT_FOUND', 'STALE_VERSION'],
  example: { params: exampleParams, body: { name: 'Hello', revision: 1 }, reply: exampleWorkflow },

  async handle(
    { params, body, headers, query, caller },
    { workflows, catalogue }: CatalogueServices & WorkflowServices,
  ) {
    const expected = expectedRevision(headers['if-match'], body.revision)
    const { workflow, revision, note, warnings } = await workflows.update(params.id, body, { expected, by: caller })
    return answer(await printWorkflow(workflow, catalogue, printingFor({ headers, query })), {
      headers: { etag: etagOf(revision) },
      message: withNote('Workflow saved', note),
      warnings,
    })
  },
})
