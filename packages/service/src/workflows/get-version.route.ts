import { parseInSlices, TypesQuery, VersionParams, Workflow } from '@millrace/model'
import type { CatalogueServices } from '../catalogue/services.ts'
import { defineRoute, envelope } from '../http/define-route.ts'
import { exampleWorkflow } from './example.ts'
import { printingFor, printWorkflow } from './print-workflow.ts'
import type { WorkflowServices } from './services.ts'
import { exampleParams, versionIn } from './workflow-params.ts'

/** Returns one version of a workflow. */
export default defineRoute({
  operation: 'getWorkflowVersion',
  method: 'GET',
  path: '/workflows/:id/versions/:revision',
  access: 'read',
  scope: { workflow: 'id' },
  revalidates: true,
  summary: 'Read one version of a workflow',
  description: 'The whole document of the version. Secrets are replaced by placeholders.',
  tags: ['Versions'],
  params: VersionParams,
  query: TypesQuery,
  reply: envelope(Workflow, 'Version found'),
  errors: ['NOT_FOUND'],
  example: { params: { ...exampleParams, revision: '1' }, reply: exampleWorkflow },

  async handle({ params, query, headers }, { workflows, catalogue }: CatalogueServices & WorkflowServices) {
    const { document } = await workflows.version(params.id, versionIn(params.revision))
    const workflow = (await parseInSlices(document)) as Workflow
    return await printWorkflow(workflow, catalogue, printingFor({ headers, query }))
  },
})
