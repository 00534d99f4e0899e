import { AgentSpecExportQuery, AnyObject, WorkflowParams } from '@millrace/model'
import type { CatalogueServices } from '../catalogue/services.ts'
import { bare, defineRoute } from '../http/define-route.ts'
import type { PlatformServices } from '../platform/services.ts'
import type { WorkflowServices } from '../workflows/services.ts'
import { exampleParams } from '../workflows/workflow-params.ts'
import { exportingOf } from './called-documents.ts'
import { exportedAs, YAML } from './conversion.ts'
import { exampleFlow } from './example.ts'

/** Exports a workflow as an Agent Spec flow or document, without its secrets. */
export default defineRoute({
  operation: 'exportAgentSpec',
  method: 'GET',
  path: '/workflows/:id/export/agentspec',
  aliases: ['/agentspec/workflows/:id'],
  access: 'read',
  scope: { workflow: 'id' },
  audit: 'workflow.exported',
  summary: 'Export a workflow as Agent Spec',
  description:
    'In the simple form, as a flow or as a document around it; or in the official form, as JSON or YAML. A workflow that ' +
    'cannot be exported is 422 with `{valid, errors, warnings}` in addition to the usual error keys.',
  tags: ['Agent Spec'],
  params: WorkflowParams,
  query: AgentSpecExportQuery,
  reply: bare(AnyObject, [YAML]),
  alsoAnswers: {
    422: 'The workflow cannot be exported; the body is `{success, error, code, valid, errors, warnings}`.',
  },
  errors: ['NOT_FOUND'],
  example: { params: exampleParams, query: { format: 'flow' }, reply: exampleFlow },

  async handle(
    { params, query, caller },
    { workflows, catalogue, workers }: PlatformServices & CatalogueServices & WorkflowServices,
  ) {
    const exporting = await exportingOf(params.id, query.dialect, workflows)
    return exportedAs(exporting, query, { catalogue, workers, caller: caller.id })
  },
})
