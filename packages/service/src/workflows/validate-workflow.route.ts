import { CheckedWorkflow, resultOf, ValidationResult } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { exampleWorkflow } from './example.ts'
import type { WorkflowServices } from './services.ts'

/** Returns all problems of a workflow without saving it. */
export default defineRoute({
  operation: 'validateWorkflow',
  method: 'POST',
  path: '/workflows/validate',
  access: 'read',
  summary: 'Check a workflow without saving it',
  description: 'Accepts every body that can be created; `id` and `metadata` are optional.',
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
