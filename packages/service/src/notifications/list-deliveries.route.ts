import { DeliveriesParams, DeliveryQuery, DeliveryRecord } from '@millrace/model'
import { defineRoute, envelopeList } from '../http/define-route.ts'
import { pageAnswer } from '../http/paged-list.ts'
import type { NotificationServices } from './services.ts'
import { deliveryRecord, exampleDelivery, exampleSubscription } from './subscription-record.ts'

/** Lists the deliveries of a subscription. */
export default defineRoute({
  operation: 'listDeliveries',
  method: 'GET',
  path: '/subscriptions/:id/deliveries',
  access: 'admin',
  summary: 'List deliveries',
  description:
    'Newest first: those that wait, and the last 1,000 that ended. The id `error-workflow` lists the starts of error workflows.',
  tags: ['Notifications'],
  params: DeliveriesParams,
  query: DeliveryQuery,
  reply: envelopeList(DeliveryRecord, 'Deliveries found'),
  errors: ['NOT_FOUND'],
  example: { params: { id: exampleSubscription.id }, reply: [exampleDelivery] },

  async handle({ params, query }, { subscriptions }: NotificationServices) {
    return pageAnswer(await subscriptions.deliveries(params.id, query), query, deliveryRecord)
  },
})
