import { CheckedWorkflow, resultOf, ValidateQuery, ValidationResult } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { projectForNew, roleIn } from '../platform/project-access.ts'
import type { ProjectServices } from '../platform/project-directory.ts'
import { exampleWorkflow } from './example.ts'
import type { WorkflowServices } from './services.ts'

type Needs = WorkflowServices & ProjectServices

/** Returns all problems of a workflow without saving it. */
export default defineRoute({
  operation: 'validateWorkflow',
  method: 'POST',
  path: '/workflows/validate',
  access: 'read',
  scope: 'filtered',
  audit: { none: 'It changes nothing.' },
  summary: 'Check a workflow without saving it',
  description:
    'Accepts every body that can be created; `id` and `metadata` are optional. The credentials are those of the project that is named, of the stored workflow with the `id`, or of the default project.',
  tags: ['Workflows'],
  query: ValidateQuery,
  takesDocument: true,
  body: CheckedWorkflow,
  reply: envelope(ValidationResult, 'Workflow checked'),
  errors: [],
  example: {
    body: exampleWorkflow,
    reply: {
      valid: true,
      errors: [],
      warnings: [],
      suggestions: ['Add a start: it says where the workflow begins and what it takes'],
      problems: [
        {
          code: 'ADD_START',
          severity: 'suggestion',
          message: 'Add a start: it says where the workflow begins and what it takes',
        },
      ],
    },
  },

  async handle({ body, query, caller }, { graphChecks, credentialChecks, configChecks, projects }: Needs) {
    const { nodes = [], edges = [] } = body
    const { id } = body as { readonly id?: unknown }
    const stored =
      query.project === undefined && typeof id === 'string'
        ? await projects.projectOf({ kind: 'workflow', id })
        : undefined
    const isSeen = stored !== undefined && roleIn(caller, stored) !== null
    const project = isSeen ? stored : projectForNew(caller, query.project, 'read')
    const problems = await graphChecks.problems({ nodes, edges }, { caller: caller.id })
    const more = [...(await credentialChecks(nodes, project)), ...(await configChecks(body, project))]
    return resultOf([...problems, ...more])
  },
})
