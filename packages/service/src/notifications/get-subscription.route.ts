import { SubscriptionParams, SubscriptionRecord } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import type { NotificationServices } from './services.ts'
import { exampleSubscription, subscriptionRecord } from './subscription-record.ts'

/** Reads a subscription. */
export default defineRoute({
  operation: 'getSubscription',
  method: 'GET',
  path: '/subscriptions/:id',
  access: 'admin',
  summary: 'Get a subscription',
  description: 'Without its secrets, with the health of its deliveries.',
  tags: ['Notifications'],
  params: SubscriptionParams,
  reply: envelope(SubscriptionRecord, 'Subscription found'),
  errors: ['NOT_FOUND'],
  example: { params: { id: exampleSubscription.id }, reply: exampleSubscription },

  handle: async ({ params }, { subscriptions }: NotificationServices) =>
    subscriptionRecord(await subscriptions.get(params.id)),
})
