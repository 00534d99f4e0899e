import { note } from './note.ts'
import type { Template } from './template.ts'

export const webhookToAnswer: Template = {
  id: 'webhook-to-answer',
  name: 'Webhook with an answer',
  description: 'Another program sends an order and receives the total in the same request.',
  group: 'triggers',
  icon: 'mdi:webhook',
  tags: ['webhook', 'api'],
  nodes: {
    about: note(
      '## Webhook with an answer\nAfter saving, the URL is active:\n\n`POST /api/v1/hooks/orders-{unique}` with `{"lines": [{"price": 4.5, "quantity": 2}]}`\n\n*Run* uses the test call of the node *Order*; *Listen for a call* in its settings captures a real one. Set *Authentication* in its settings before you share the URL.',
      { at: [0, -250], size: [640, 180] },
    ),
    call: {
      type: 'webhook_trigger',
      label: 'Order',
      at: [0, 40],
      config: { path: 'orders-{unique}', method: 'POST', respond: 'finished' },
      // The test call of runs in the editor.
      extensions: {
        'millrace:pinned': {
          body: {
            lines: [
              { price: 4.5, quantity: 2 },
              { price: 12, quantity: 1 },
            ],
          },
          headers: { 'content-type': 'application/json' },
          query: {},
          method: 'POST',
        },
      },
    },
    total: {
      type: 'json_transform',
      label: 'Total',
      at: [210, 10],
      config: {
        expression:
          '($lines := $exists(lines) ? lines : []; {"items": $sum([0, $lines.quantity]), "total": $round($sum([0, $lines.(price * quantity)]), 2)})',
      },
    },
    empty: {
      type: 'if_else',
      label: 'Anything in it?',
      at: [510, -40],
      config: { operator: 'expression', expression: 'items > 0' },
    },
    thanks: {
      type: 'prompt_template',
      label: 'Thanks',
      at: [810, -80],
      config: { template: 'Thank you! {{ items }} items, {{ total }} in all.' },
    },
    nothing: {
      type: 'prompt_template',
      label: 'Nothing',
      at: [810, 80],
      config: { template: 'The order is empty.' },
    },
    either: { type: 'merge', label: 'Either', at: [1110, 10], config: { mode: 'first' } },
    answer: { type: 'output', label: 'Answer', at: [1240, 22], config: { name: 'answer' } },
  },
  edges: [
    'call:body total:data',
    'total:result empty:data',
    'empty:True thanks:trigger',
    'empty:False nothing:trigger',
    'total:result thanks:data',
    'thanks:output either:a',
    'nothing:output either:b',
    'either:merged answer:value',
  ],
}
