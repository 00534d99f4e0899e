import { BudgetParams } from '@millrace/model'
import { defineRoute, done } from '../http/define-route.ts'
import { exampleBudget } from './budgets.ts'
import type { UsageServices } from './services.ts'

/** Deletes a budget. */
export default defineRoute({
  operation: 'deleteBudget',
  method: 'DELETE',
  path: '/usage/budgets/:id',
  access: 'admin',
  audit: 'budget.deleted',
  summary: 'Delete a budget',
  description: 'The usage that it counted stays.',
  tags: ['Usage'],
  params: BudgetParams,
  reply: done('Budget deleted'),
  errors: ['NOT_FOUND'],
  example: { params: { id: exampleBudget.id } },

  async handle({ params }, { budgets }: UsageServices) {
    await budgets.remove(params.id)
  },
})
