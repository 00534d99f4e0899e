import { MAX_COPIED_TYPES, Workflow, WorkflowExportQuery, WorkflowParams } from '@millrace/model'
import type { CatalogueServices } from '../catalogue/services.ts'
import { answer, bare, defineRoute, jsonText, text } from '../http/define-route.ts'
import type { PlatformServices } from '../platform/services.ts'
import { exampleWorkflow } from './example.ts'
import { prettyInSlices } from './pretty-json.ts'
import { completeWorkflow } from './print-workflow.ts'
import type { WorkflowServices } from './services.ts'
import { exported } from './transfer.ts'
import { exampleParams } from './workflow-params.ts'
import { yamlText } from './yaml.ts'

const YAML = 'application/x-yaml'

/** Exports a workflow as a file without its secrets. */
export default defineRoute({
  operation: 'exportWorkflow',
  method: 'GET',
  path: '/workflows/:id/export',
  access: 'read',
  scope: { workflow: 'id' },
  audit: 'workflow.exported',
  summary: 'Export a workflow as JSON or YAML',
  description: 'A file without secrets. `POST /workflows/import` accepts it.',
  tags: ['Workflows'],
  params: WorkflowParams,
  query: WorkflowExportQuery,
  reply: bare(Workflow, [YAML]),
  errors: ['NOT_FOUND', 'TOO_EXPENSIVE'],
  example: { params: exampleParams, query: { format: 'json' }, reply: exampleWorkflow },

  async handle(
    { params, query },
    { workflows, catalogue, workers }: PlatformServices & CatalogueServices & WorkflowServices,
  ) {
    const { document, machineName } = await workflows.get(params.id)
    const lean = await exported(document, catalogue)
    const isCopied = query.types === undefined ? lean.nodes.length <= MAX_COPIED_TYPES : query.types === 'copied'
    const workflow = isCopied ? await completeWorkflow(lean, catalogue) : lean
    const headers = { 'content-disposition': `attachment; filename="${machineName}.${query.format}"` }
    return query.format === 'yaml'
      ? text(YAML, await yamlText(workflow, { workers }), { headers })
      : answer(jsonText(await prettyInSlices(workflow)), { headers })
  },
})
