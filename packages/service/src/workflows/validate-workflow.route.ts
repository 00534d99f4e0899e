import { CheckedWorkflow, resultOf, ValidationResult } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { exampleWorkflow } from './example.ts'
import type { WorkflowServices } from './services.ts'

/** Says everything there is to say about a workflow, without saving it. */
export default defineRoute({
  operation: 'validateWorkflow',
  method: 'POST',
  path: '/workflows/validate',
  access: 'read',
  summary: 'Check a workflow without saving it',
  description: 'Takes whatever can be created; `id` and `metadata` may be left out.',
  tags: ['Workflows'],
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

  async handle({ body, caller }, { graphChecks }: WorkflowServices) {
    const { nodes = [], edges = [] } = body
    return resultOf(await graphChecks.problems({ nodes, edges }, { caller: caller.id }))
  },
})
