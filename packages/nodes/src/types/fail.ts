import { defineNode, endRun, multiline, Type } from '@millrace/model'
import { HIDDEN_TRIGGER } from '../fields/hidden-trigger.ts'
import { textOr } from '../running/input-values.ts'

/** Ends the whole execution as failed, with a custom message and code. */
export default defineNode({
  id: 'fail',
  version: '1.0.0',
  name: 'Fail',
  description: 'Ends the whole execution immediately as failed, with a custom message.',
  category: 'logic',
  icon: 'mdi:alert-octagon',
  visual: 'terminal',
  tags: [
    'abort',
    'throw',
    'throw error',
    'failure',
    'exit with error',
    'error node',
    'Fehler auslösen',
    'Abbruch',
    'Fehlschlag',
  ],
  keywords: ['try', 'catch', 'try catch', 'exception', 'stop and error'],
  summary: '{{message}}',

  config: Type.Object({
    message: Type.Optional(
      multiline({ title: 'Message', description: 'Error message. Used if no reason is connected.' }),
    ),
    code: Type.Optional(
      Type.String({
        title: 'Code',
        description: 'Error code for programs.',
        maxLength: 100,
        placeholder: 'NO_STOCK',
      }),
    ),
  }),
  inputs: { reason: { name: 'Reason', dataType: 'string' } },
  outputs: { trigger: HIDDEN_TRIGGER },
  reserved: { triggerOut: false },
  quick: true,

  run: ({ config, inputs }) =>
    endRun('failed', {
      message: textOr(inputs, 'reason', config.message) ?? 'The workflow failed at a Fail node.',
      code: config.code || 'FAILED',
    }),

  examples: [
    {
      title: 'fails the execution with the message and code',
      config: { message: 'There is no stock left.', code: 'NO_STOCK' },
      outputs: endRun('failed', { message: 'There is no stock left.', code: 'NO_STOCK' }),
    },
    {
      title: 'prefers a connected reason',
      config: { message: 'There is no stock left.' },
      inputs: { reason: 'Sold out' },
      outputs: endRun('failed', { message: 'Sold out', code: 'FAILED' }),
    },
  ],
})
