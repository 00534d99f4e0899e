import { Budget, BudgetsQuery } from '@millrace/model'
import { defineRoute, envelopeList } from '../http/define-route.ts'
import { pageAnswer } from '../http/paged-list.ts'
import { listedProjects } from '../platform/project-access.ts'
import { exampleBudget } from './budgets.ts'
import type { UsageServices } from './services.ts'

/** Lists the monthly budgets. */
export default defineRoute({
  operation: 'listBudgets',
  method: 'GET',
  path: '/usage/budgets',
  access: 'admin',
  scope: 'filtered',
  summary: 'List budgets',
  description:
    'Oldest first, with what has been used of them in this month. With `project`, and for admins of projects: the budgets of ' +
    'the project and of its workflows.',
  tags: ['Usage'],
  query: BudgetsQuery,
  reply: envelopeList(Budget, 'Budgets found'),
  errors: [],
  example: { reply: [exampleBudget] },

  async handle({ query: { project, ...page }, caller }, { budgets }: UsageServices) {
    const list = await budgets.list({ ...page, ...listedProjects(caller, project, 'admin') })
    return pageAnswer(list, page, (budget) => budget)
  },
})
