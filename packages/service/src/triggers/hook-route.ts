/** The webhook route, defined once per method. */
import { HookParams, HookReply, printAtOnce, printInSlices } from '@millrace/model'
import { answer, defineRoute, envelope, jsonText, type Method } from '../http/define-route.ts'
import type { TriggerServices } from './services.ts'

/** A route that starts the workflow whose webhook node has the path and the method. */
export function hookRoute(method: Method) {
  return defineRoute({
    operation: `callHook${method.charAt(0)}${method.slice(1).toLowerCase()}`,
    method,
    path: '/hooks/:path*',
    access: 'open',
    audit: { none: 'The execution that it starts names the webhook.' },
    summary: `Call a webhook with ${method}`,
    description:
      'Needs no credential of the service: the webhook node defines how callers authenticate. `token`: the secret as ' +
      '`Authorization: Bearer` or `X-API-Key`. `hmac`: `X-Signature: sha256=<hex>` (or `X-Hub-Signature-256`), the HMAC ' +
      'of the body. `gitlab`, `slack`, `stripe` and `standard` (Standard Webhooks): the headers of these senders. An `Idempotency-Key` makes it safe to send a call again: it starts one execution.',
    tags: ['Webhooks'],
    params: HookParams,
    rawBody: true,
    reply: envelope(HookReply, 'Execution started'),
    status: 202,
    alsoAnswers: {
      200: 'The execution has ended; the reply contains its outputs. With `respond: output` the workflow makes the response, with any status.',
    },
    errors: [
      'NOT_FOUND',
      'METHOD_NOT_ALLOWED',
      'UNAUTHORIZED',
      'VALIDATION_ERROR',
      'WORKFLOW_INACTIVE',
      'NOT_PUBLISHED',
      'TOO_MANY_EXECUTIONS',
      'UPSTREAM_FAILED',
    ],
    example: {
      params: { path: 'orders/new' },
      reply: { execution_id: '0b0e7f0c-6b1c-4d5e-9b2f-3f1f0a6f7c11' },
    },

    async handle(
      { params: { path }, method: used, headers, search, readBody, gone, concerns },
      { hooks }: TriggerServices,
    ) {
      const given = await hooks.call({ path, method: used, headers, search, readBody, gone })
      if (given.execution_id !== undefined) concerns(given.execution_id)
      if ('response' in given) return given.response
      if (given.outputs === undefined) return given
      // Serialized here in slices because outputs may be large.
      return answer(jsonText(printAtOnce(given) ?? (await printInSlices(given))), {
        status: 200,
        message: 'Execution finished',
      })
    },
  })
}
