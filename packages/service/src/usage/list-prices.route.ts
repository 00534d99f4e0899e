import { ModelPrice, PageQuery } from '@millrace/model'
import { defineRoute, envelopeList } from '../http/define-route.ts'
import { pageAnswer } from '../http/paged-list.ts'
import { examplePrice } from './prices.ts'
import type { UsageServices } from './services.ts'

/** Lists the prices of models. */
export default defineRoute({
  operation: 'listModelPrices',
  method: 'GET',
  path: '/usage/prices',
  access: 'admin',
  summary: 'List prices of models',
  description: 'By name: stored prices, and those of `--model-price` that they do not override.',
  tags: ['Usage'],
  query: PageQuery,
  reply: envelopeList(ModelPrice, 'Prices found'),
  errors: [],
  example: { reply: [examplePrice] },

  async handle({ query }, { prices }: UsageServices) {
    return pageAnswer(await prices.list(query), query, (price) => price)
  },
})
