import { SubscriptionChange, SubscriptionParams, SubscriptionRecord } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import type { NotificationServices } from './services.ts'
import { exampleSubscription, subscriptionRecord } from './subscription-record.ts'

/** Changes a subscription. */
export default defineRoute({
  operation: 'updateSubscription',
  method: 'PATCH',
  path: '/subscriptions/:id',
  access: 'admin',
  audit: 'subscription.changed',
  summary: 'Change a subscription',
  description: 'Fields that are left out stay as they are. Deliveries that wait use the new fields.',
  tags: ['Notifications'],
  params: SubscriptionParams,
  body: SubscriptionChange,
  reply: envelope(SubscriptionRecord, 'Subscription changed'),
  errors: ['NOT_FOUND'],
  example: { params: { id: exampleSubscription.id }, body: { enabled: true }, reply: exampleSubscription },

  handle: async ({ params, body }, { subscriptions }: NotificationServices) =>
    subscriptionRecord(await subscriptions.update(params.id, body)),
})
