import { TypesQuery, Workflow, WorkflowImport } from '@millrace/model'
import type { CatalogueServices } from '../catalogue/services.ts'
import { answer, defineRoute, envelopeWithWarnings } from '../http/define-route.ts'
import type { PlatformServices } from '../platform/services.ts'
import { exampleWorkflow } from './example.ts'
import { etagOf } from './if-match.ts'
import { printingFor, printWorkflow } from './print-workflow.ts'
import { withNote } from './save-message.ts'
import type { WorkflowServices } from './services.ts'
import { imported } from './transfer.ts'
import { yamlBody } from './yaml.ts'

/** Imports an exported workflow. Importing stores only: it runs, fetches and schedules nothing. */
export default defineRoute({
  operation: 'importWorkflow',
  method: 'POST',
  path: '/workflows/import',
  access: 'write',
  summary: 'Import a workflow from JSON or YAML',
  description: 'Assigns a new UUID and new dates. Exports never contain secrets: enter them again.',
  tags: ['Workflows'],
  query: TypesQuery,
  takesDocument: true,
  body: WorkflowImport,
  yaml: yamlBody,
  reply: envelopeWithWarnings(Workflow, 'Workflow imported'),
  status: 201,
  errors: ['PAYLOAD_TOO_LARGE', 'ALREADY_EXISTS'],
  example: { body: exampleWorkflow, reply: exampleWorkflow },

  async handle(
    { body, headers, query, caller },
    { workflows, catalogue, workers }: PlatformServices & CatalogueServices & WorkflowServices,
  ) {
    const document = await imported(body, { catalogue, workers })
    const { workflow, revision, note, warnings } = await workflows.create(document, caller, { isImport: true })
    return answer(await printWorkflow(workflow, catalogue, printingFor({ headers, query })), {
      headers: { etag: etagOf(revision) },
      message: withNote('Workflow imported', note),
      warnings,
    })
  },
})
