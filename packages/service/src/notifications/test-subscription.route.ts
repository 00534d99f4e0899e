import { DeliveryTest, SubscriptionParams } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import type { NotificationServices } from './services.ts'
import { exampleSubscription } from './subscription-record.ts'

/** Sends a test message to a subscription. */
export default defineRoute({
  operation: 'testSubscription',
  method: 'POST',
  path: '/subscriptions/:id/test',
  access: 'admin',
  audit: 'subscription.tested',
  summary: 'Send a test',
  description: 'Sends a message of the type `test` once, also if the subscription is disabled, and returns the result.',
  tags: ['Notifications'],
  params: SubscriptionParams,
  reply: envelope(DeliveryTest, 'Test ended'),
  errors: ['NOT_FOUND'],
  example: {
    params: { id: exampleSubscription.id },
    reply: { delivered: true, responseStatus: 204, error: null },
  },

  async handle({ params, gone, note }, { subscriptions }: NotificationServices) {
    const { name } = await subscriptions.get(params.id)
    const result = await subscriptions.test(params.id, gone())
    note({ subject: { id: params.id, name }, details: { delivered: result.delivered } })
    return result
  },
})
