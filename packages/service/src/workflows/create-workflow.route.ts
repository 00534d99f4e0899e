import { CreateQuery, NewWorkflow, Workflow } from '@millrace/model'
import { defineRoute, envelopeWithWarnings } from '../http/define-route.ts'
import { projectForNew } from '../platform/project-access.ts'
import type { ProjectServices } from '../platform/project-directory.ts'
import { exampleGraph, exampleWorkflow } from './example.ts'
import { replying, savedAnswer } from './saved-answer.ts'
import type { WorkflowServices } from './services.ts'

/** Creates a workflow. Drafts are accepted: only documents that are not a graph are rejected. */
export default defineRoute({
  operation: 'createWorkflow',
  method: 'POST',
  path: '/workflows',
  access: 'write',
  scope: 'filtered',
  audit: 'workflow.created',
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

  async handle({ body, headers, query, caller, prepare }, { workflows, projects }: WorkflowServices & ProjectServices) {
    const project = projectForNew(caller, query.project, 'write')
    await projects.require(project)
    const saved = await workflows.create(body, caller, {
      project,
      secretsFrom: query.secrets_from,
      ...replying({ headers, query, prepare }, 'Workflow created'),
    })
    return savedAnswer(saved, 'Workflow created')
  },
})
