import { ListenForCall, ListenResult } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import type { TriggerServices } from './services.ts'

/** Waits for one call to the test address of a webhook. */
export default defineRoute({
  operation: 'listenForCall',
  method: 'POST',
  path: '/hooks-test-calls',
  access: 'write',
  scope: 'shared',
  audit: { none: 'It starts and stores nothing.' },
  summary: 'Wait for a call to the test address of a webhook',
  description:
    'Opens `/hooks-test/{path}` for one call and returns it. Returns without a call after 45 seconds; send the request ' +
    'again to keep listening. Closing the connection closes the address.',
  tags: ['Webhooks'],
  body: ListenForCall,
  reply: envelope(ListenResult, 'Listened'),
  errors: ['NOT_FOUND', 'ALREADY_EXISTS', 'RATE_LIMITED'],
  example: {
    body: { node_id: 'webhook_trigger.1', path: 'orders/new', method: 'POST', auth: 'none' },
    reply: { call: { body: { order: 7 }, headers: { 'content-type': 'application/json' }, query: {}, method: 'POST' } },
  },

  async handle({ body, caller, gone }, { testCalls }: TriggerServices) {
    const call = await testCalls.listen(body, caller.id, gone())
    return call === undefined ? {} : { call }
  },
})
