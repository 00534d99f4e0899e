import { CreateQuery, NewWorkflow, Workflow } from '@millrace/model'
import type { CatalogueServices } from '../catalogue/services.ts'
import { answer, defineRoute, envelopeWithWarnings } from '../http/define-route.ts'
import { exampleGraph, exampleWorkflow } from './example.ts'
import { etagOf } from './if-match.ts'
import { printingFor, printWorkflow } from './print-workflow.ts'
import { withNote } from './save-message.ts'
import type { WorkflowServices } from './services.ts'

/** Creates a workflow. Drafts are accepted: only documents that are not a graph are rejected. */
export default defineRoute({
  operation: 'createWorkflow',
  method: 'POST',
  path: '/workflows',
  access: 'write',
  summary: 'Create a workflow',
  description: 'Assigns a UUID unless the body has an unused one. Unknown keys are kept.',
  tags: ['Workflows'],
  query: CreateQuery,
  takesDocument: true,
  body: NewWorkflow,
  reply: envelopeWithWarnings(Workflow, 'Workflow created'),
  status: 201,
  errors: ['ALREADY_EXISTS', 'NOT_FOUND'],
  example: {
    body: { name: 'Hello', description: 'Says a name.', tags: ['demo'], ...exampleGraph },
    reply: exampleWorkflow,
  },

  async handle({ body, headers, query, caller }, { workflows, catalogue }: CatalogueServices & WorkflowServices) {
    const { workflow, revision, note, warnings } = await workflows.create(body, caller, {
      secretsFrom: query.secrets_from,
    })
    return answer(await printWorkflow(workflow, catalogue, printingFor({ headers, query })), {
      headers: { etag: etagOf(revision) },
      message: withNote('Workflow created', note),
      warnings,
    })
  },
})
