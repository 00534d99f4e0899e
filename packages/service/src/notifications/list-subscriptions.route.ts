import { PageQuery, SubscriptionRecord } from '@millrace/model'
import { defineRoute, envelopeList } from '../http/define-route.ts'
import { pageAnswer } from '../http/paged-list.ts'
import type { NotificationServices } from './services.ts'
import { exampleSubscription, subscriptionRecord } from './subscription-record.ts'

/** Lists the subscriptions to events. */
export default defineRoute({
  operation: 'listSubscriptions',
  method: 'GET',
  path: '/subscriptions',
  access: 'admin',
  summary: 'List subscriptions',
  description: 'Oldest first, without their secrets.',
  tags: ['Notifications'],
  query: PageQuery,
  reply: envelopeList(SubscriptionRecord, 'Subscriptions found'),
  errors: [],
  example: { reply: [exampleSubscription] },

  async handle({ query }, { subscriptions }: NotificationServices) {
    return pageAnswer(await subscriptions.list(query), query, subscriptionRecord)
  },
})
