import { Budget, NewBudget } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { exampleBudget } from './budgets.ts'
import type { UsageServices } from './services.ts'

/** Creates a monthly budget. */
export default defineRoute({
  operation: 'createBudget',
  method: 'POST',
  path: '/usage/budgets',
  access: 'admin',
  audit: 'budget.created',
  summary: 'Create a budget',
  description:
    'Limits what models may use in a month (UTC), for the whole instance, a project, a workflow, a person or a model. ' +
    'What was used before in this month counts. When it is used up, calls of models fail with `BUDGET_EXCEEDED`.',
  tags: ['Usage'],
  body: NewBudget,
  reply: envelope(Budget, 'Budget created'),
  status: 201,
  errors: ['ALREADY_EXISTS'],
  example: { body: { scope: 'workflow', subject: exampleBudget.subject, limit: 50 }, reply: exampleBudget },

  handle: ({ body, caller }, { budgets }: UsageServices) => budgets.create(body, caller.name),
})
