import { ModelPrice, NewModelPrice } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { examplePrice } from './prices.ts'
import type { UsageServices } from './services.ts'

/** Sets the price of a model. */
export default defineRoute({
  operation: 'setModelPrice',
  method: 'PUT',
  path: '/usage/prices',
  access: 'admin',
  audit: 'price.changed',
  summary: 'Set the price of a model',
  description: 'Per million tokens, for calls from now on: recorded costs do not change.',
  tags: ['Usage'],
  body: NewModelPrice,
  reply: envelope(ModelPrice, 'Price set'),
  errors: [],
  example: { body: { model: 'openai/gpt-4.1', input: 2, output: 8 }, reply: examplePrice },

  handle: ({ body }, { prices }: UsageServices) => prices.set(body),
})
