import { ExpressionPreview, ExpressionPreviewRequest } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { queueKeyOf } from '../platform/caller.ts'
import type { ExecutionServices } from './services.ts'

/** Evaluates a text of a setting with the data of the editor, without running anything. */
export default defineRoute({
  operation: 'previewExpression',
  method: 'POST',
  path: '/expressions/preview',
  access: 'read',
  scope: 'shared',
  audit: { none: 'It changes nothing.' },
  summary: 'Evaluate an expression or a template',
  description:
    'Replies with the value of a setting with expressions, a JSONata expression or a Liquid template, or with the error ' +
    'that a run would fail with and its position. The data comes from the caller; `now` is the current time.',
  tags: ['Executions'],
  body: ExpressionPreviewRequest,
  reply: envelope(ExpressionPreview, 'Expression evaluated'),
  errors: [],
  example: {
    body: {
      text: 'https://api.example/orders/{{ nodes.fetch.json.id }}',
      scope: { nodes: { fetch: { json: { id: 7 } } } },
    },
    reply: { value: 'https://api.example/orders/7' },
  },

  handle: ({ body, caller, gone }, { previewExpression }: ExecutionServices) =>
    previewExpression({ ...body, queueKey: queueKeyOf(caller), signal: gone() }),
})
