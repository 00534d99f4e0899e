import { CreatedSubscription, NewSubscription } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import type { NotificationServices } from './services.ts'
import { exampleSubscription, subscriptionRecord } from './subscription-record.ts'

/** Subscribes to events. */
export default defineRoute({
  operation: 'createSubscription',
  method: 'POST',
  path: '/subscriptions',
  access: 'admin',
  audit: 'subscription.created',
  summary: 'Subscribe to events',
  description:
    'Every event from now on is sent at least once, with retries over about two days. The secret that signs the messages of a `webhook` is returned only here.',
  tags: ['Notifications'],
  body: NewSubscription,
  reply: envelope(CreatedSubscription, 'Subscription created'),
  status: 201,
  errors: [],
  hasCredential: true,
  example: {
    body: { events: ['execution.failed'], url: 'https://ops.example/millrace', name: 'Operations' },
    reply: { ...exampleSubscription, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
  },

  async handle({ body, caller }, { subscriptions }: NotificationServices) {
    const { record, secret } = await subscriptions.create(body, caller.name)
    return { ...subscriptionRecord(record), secret }
  },
})
