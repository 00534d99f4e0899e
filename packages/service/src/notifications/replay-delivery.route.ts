import { DeliveryParams, DeliveryRecord } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import type { NotificationServices } from './services.ts'
import { deliveryRecord, exampleDelivery, exampleSubscription } from './subscription-record.ts'

/** Sends a delivery once more. */
export default defineRoute({
  operation: 'replayDelivery',
  method: 'POST',
  path: '/subscriptions/:id/deliveries/:delivery/replay',
  access: 'admin',
  audit: 'subscription.replayed',
  summary: 'Repeat a delivery',
  description: 'Sends the same body with the same id, with all retries. One that waits is left as it is.',
  tags: ['Notifications'],
  params: DeliveryParams,
  reply: envelope(DeliveryRecord, 'Delivery repeated'),
  errors: ['NOT_FOUND'],
  example: {
    params: { id: exampleSubscription.id, delivery: exampleDelivery.id },
    reply: { ...exampleDelivery, status: 'pending', nextAttemptAt: '2026-01-01T12:00:00.000Z', endedAt: null },
  },

  async handle({ params, note }, { subscriptions }: NotificationServices) {
    const delivery = await subscriptions.replay(params.id, params.delivery)
    note({ subject: { id: params.id, name: '' }, details: { delivery: delivery.id } })
    return deliveryRecord(delivery)
  },
})
