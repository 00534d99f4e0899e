import { note } from './note.ts'
import type { Template } from './template.ts'

export const expenseApproval: Template = {
  id: 'expense-approval',
  name: 'Expense approval',
  description:
    'Small amounts are approved automatically; large ones wait for a person and are rejected after three days.',
  group: 'people',
  icon: 'mdi:cash-check',
  tags: ['approval', 'finance'],
  nodes: {
    about: note(
      '## Expense approval\nAmounts up to 100 are approved automatically. Above that a person must approve within three days. Use *Required approvals* and *Approvers* for a four-eyes check.',
      { at: [0, -210], size: [600, 110] },
    ),
    expense: {
      type: 'start',
      label: 'Expense',
      at: [0, 40],
      config: {
        schema: {
          type: 'object',
          properties: {
            who: { type: 'string', title: 'Who', default: 'Ada' },
            what: { type: 'string', title: 'For what', default: 'Train to Utrecht' },
            amount: { type: 'number', title: 'Amount', minimum: 0, default: 148.5 },
          },
        },
      },
    },
    filled: {
      type: 'json_transform',
      label: 'With examples',
      at: [210, 10],
      config: { expression: '$merge([{"who": "Ada", "what": "Train to Utrecht", "amount": 148.5}, $])' },
    },
    small: {
      type: 'if_else',
      label: 'Up to 100?',
      at: [510, -40],
      config: { operator: 'expression', expression: 'amount <= 100' },
    },
    words: {
      type: 'prompt_template',
      label: 'Question',
      at: [510, 120],
      config: { template: '{{ who }} asks for {{ amount }}: {{ what }}. Is that all right?' },
    },
    ask: {
      type: 'confirmation',
      label: 'Approve?',
      at: [810, 80],
      config: {
        message: 'Is this expense all right?',
        confirmLabel: 'Approve',
        cancelLabel: 'Refuse',
        expiresIn: 259200,
        defaultAnswer: false,
      },
    },
    paid: {
      type: 'prompt_template',
      label: 'Pay',
      at: [1110, -60],
      config: { template: 'Paid: {{ amount }} to {{ who }}.' },
    },
    refused: {
      type: 'prompt_template',
      label: 'Refuse',
      at: [1110, 110],
      config: { template: 'Refused: {{ what }}.' },
    },
    either: { type: 'merge', label: 'Either', at: [1410, 30], config: { mode: 'first' } },
    result: { type: 'output', label: 'Decision', at: [1540, 42], config: { name: 'decision' } },
  },
  edges: [
    'expense:inputs filled:data',
    'filled:result small:data',
    'filled:result words:data',
    'small:False ask:trigger',
    'small:True paid:trigger',
    'words:output ask:message',
    'ask:confirmed paid:trigger',
    'ask:declined refused:trigger',
    'filled:result paid:data',
    'filled:result refused:data',
    'paid:output either:a',
    'refused:output either:b',
    'either:merged result:value',
  ],
}
