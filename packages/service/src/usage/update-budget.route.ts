import { Budget, BudgetChange, BudgetParams } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { exampleBudget } from './budgets.ts'
import type { UsageServices } from './services.ts'

/** Changes a budget. */
export default defineRoute({
  operation: 'updateBudget',
  method: 'PATCH',
  path: '/usage/budgets/:id',
  access: 'admin',
  audit: 'budget.changed',
  summary: 'Change a budget',
  description: 'Takes effect with the next call of a model. Fields that are left out stay as they are.',
  tags: ['Usage'],
  params: BudgetParams,
  body: BudgetChange,
  reply: envelope(Budget, 'Budget changed'),
  errors: ['NOT_FOUND'],
  example: { params: { id: exampleBudget.id }, body: { limit: 50 }, reply: exampleBudget },

  handle: ({ params, body }, { budgets }: UsageServices) => budgets.update(params.id, body),
})
