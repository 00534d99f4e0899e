/** The route of test addresses, defined once per method. */
import { HookParams, TestCallReply } from '@millrace/model'
import { defineRoute, envelope, type Method } from '../http/define-route.ts'
import type { TriggerServices } from './services.ts'

/** A route that passes a call to the editor that listens for it. */
export function testHookRoute(method: Method) {
  return defineRoute({
    operation: `callTestHook${method.charAt(0)}${method.slice(1).toLowerCase()}`,
    method,
    path: '/hooks-test/:path*',
    access: 'open',
    audit: { none: 'It starts and stores nothing.' },
    summary: `Send a test call to a webhook with ${method}`,
    description:
      'Works only while an editor listens for it (`POST /hooks-test-calls`), authenticates the caller as the webhook node ' +
      'does, and starts nothing: the editor gets the call as test data.',
    tags: ['Webhooks'],
    params: HookParams,
    rawBody: true,
    reply: envelope(TestCallReply, 'Test call captured'),
    errors: ['NOT_FOUND', 'METHOD_NOT_ALLOWED', 'UNAUTHORIZED', 'VALIDATION_ERROR'],
    example: { params: { path: 'orders/new' }, reply: { captured: true } },

    handle({ params: { path }, method: used, headers, search, readBody, gone }, { testCalls }: TriggerServices) {
      return testCalls.call({ path, method: used, headers, search, readBody, gone })
    },
  })
}
