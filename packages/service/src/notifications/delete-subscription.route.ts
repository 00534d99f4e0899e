import { SubscriptionParams } from '@millrace/model'
import { defineRoute, done } from '../http/define-route.ts'
import type { NotificationServices } from './services.ts'
import { exampleSubscription } from './subscription-record.ts'

/** Deletes a subscription with its deliveries. */
export default defineRoute({
  operation: 'deleteSubscription',
  method: 'DELETE',
  path: '/subscriptions/:id',
  access: 'admin',
  audit: 'subscription.deleted',
  summary: 'Delete a subscription',
  description: 'Also deletes its deliveries. Those that wait are not sent.',
  tags: ['Notifications'],
  params: SubscriptionParams,
  reply: done('Subscription deleted'),
  errors: ['NOT_FOUND'],
  example: { params: { id: exampleSubscription.id } },

  async handle({ params }, { subscriptions }: NotificationServices) {
    await subscriptions.remove(params.id)
  },
})
