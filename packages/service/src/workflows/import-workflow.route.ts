import { ImportQuery, Workflow, WorkflowImport } from '@millrace/model'
import type { CatalogueServices } from '../catalogue/services.ts'
import { defineRoute, envelopeWithWarnings } from '../http/define-route.ts'
import { projectForNew } from '../platform/project-access.ts'
import type { ProjectServices } from '../platform/project-directory.ts'
import type { PlatformServices } from '../platform/services.ts'
import { exampleWorkflow } from './example.ts'
import { replying, savedAnswer } from './saved-answer.ts'
import type { WorkflowServices } from './services.ts'
import { imported } from './transfer.ts'
import { yamlBody } from './yaml.ts'

type ImportServices = PlatformServices & CatalogueServices & WorkflowServices & ProjectServices

/** Imports an exported workflow. Importing stores only: it runs, fetches and schedules nothing. */
export default defineRoute({
  operation: 'importWorkflow',
  method: 'POST',
  path: '/workflows/import',
  access: 'write',
  scope: 'filtered',
  audit: 'workflow.imported',
  summary: 'Import a workflow from JSON or YAML',
  description: 'Assigns a new UUID and new dates. Exports never contain secrets: enter them again.',
  tags: ['Workflows'],
  query: ImportQuery,
  takesDocument: true,
  body: WorkflowImport,
  yaml: yamlBody,
  reply: envelopeWithWarnings(Workflow, 'Workflow imported'),
  status: 201,
  errors: ['PAYLOAD_TOO_LARGE', 'ALREADY_EXISTS', 'NOT_FOUND'],
  example: { body: exampleWorkflow, reply: exampleWorkflow },

  async handle({ body, headers, query, caller, prepare }, { workflows, projects, catalogue, workers }: ImportServices) {
    const project = projectForNew(caller, query.project, 'write')
    await projects.require(project)
    const document = await imported(body, { catalogue, workers })
    const saved = await workflows.create(document, caller, {
      isImport: true,
      project,
      ...replying({ headers, query, prepare }, 'Workflow imported'),
    })
    return savedAnswer(saved, 'Workflow imported')
  },
})
