import { ModelPriceQuery } from '@millrace/model'
import { defineRoute, done } from '../http/define-route.ts'
import type { UsageServices } from './services.ts'

/** Deletes the stored price of a model. */
export default defineRoute({
  operation: 'deleteModelPrice',
  method: 'DELETE',
  path: '/usage/prices',
  access: 'admin',
  audit: 'price.deleted',
  summary: 'Delete the price of a model',
  description: 'Calls from now on have the price of `--model-price`, or none.',
  tags: ['Usage'],
  query: ModelPriceQuery,
  reply: done('Price deleted'),
  errors: ['NOT_FOUND'],
  example: { query: { model: 'openai/gpt-4.1' } },

  async handle({ query }, { prices }: UsageServices) {
    await prices.remove(query.model)
  },
})
