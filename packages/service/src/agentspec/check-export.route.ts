import { AgentSpecCheck, AgentSpecCheckQuery, WorkflowParams } from '@millrace/model'
import type { CatalogueServices } from '../catalogue/services.ts'
import { bare, defineRoute } from '../http/define-route.ts'
import type { PlatformServices } from '../platform/services.ts'
import type { WorkflowServices } from '../workflows/services.ts'
import { exampleParams } from '../workflows/workflow-params.ts'
import { exportingOf } from './called-documents.ts'
import { exportCheck } from './conversion.ts'

/** Checks whether a workflow can be exported as Agent Spec, and what would be lost. */
export default defineRoute({
  operation: 'checkAgentSpecExport',
  method: 'GET',
  path: '/workflows/:id/validate/agentspec',
  access: 'read',
  scope: { workflow: 'id' },
  summary: 'Check whether a workflow can be exported as Agent Spec',
  description: 'A cycle is an error in the simple form and allowed in the official form.',
  tags: ['Agent Spec'],
  params: WorkflowParams,
  query: AgentSpecCheckQuery,
  reply: bare(AgentSpecCheck),
  errors: ['NOT_FOUND'],
  example: { params: exampleParams, reply: { valid: true, errors: [], warnings: [] } },

  async handle(
    { params, query, caller },
    { workflows, catalogue, workers }: PlatformServices & CatalogueServices & WorkflowServices,
  ) {
    const exporting = await exportingOf(params.id, query.dialect, workflows)
    return exportCheck(exporting, query, { catalogue, workers, caller: caller.id })
  },
})
