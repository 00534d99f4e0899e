import { Budget, PageQuery } from '@millrace/model'
import { defineRoute, envelopeList } from '../http/define-route.ts'
import { pageAnswer } from '../http/paged-list.ts'
import { exampleBudget } from './budgets.ts'
import type { UsageServices } from './services.ts'

/** Lists the monthly budgets. */
export default defineRoute({
  operation: 'listBudgets',
  method: 'GET',
  path: '/usage/budgets',
  access: 'admin',
  summary: 'List budgets',
  description: 'Oldest first, with what has been used of them in this month.',
  tags: ['Usage'],
  query: PageQuery,
  reply: envelopeList(Budget, 'Budgets found'),
  errors: [],
  example: { reply: [exampleBudget] },

  async handle({ query }, { budgets }: UsageServices) {
    return pageAnswer(await budgets.list(query), query, (budget) => budget)
  },
})
