import { defineNode, endRun, multiline, Type } from '@millrace/model'
import { HIDDEN_TRIGGER } from '../fields/hidden-trigger.ts'
import { textOr } from '../running/input-values.ts'

/** Ends the whole run as failed, with a message and a code of one's own. */
export default defineNode({
  id: 'fail',
  version: '1.0.0',
  name: 'Fail',
  description: 'Ends the whole run here and now, as failed and with a message of your own.',
  category: 'logic',
  icon: 'mdi:alert-octagon',
  visual: 'terminal',
  tags: ['exit', 'abort', 'error', 'throw'],

  config: Type.Object({
    message: Type.Optional(multiline({ title: 'Message', description: 'What went wrong, if no reason is connected.' })),
    code: Type.Optional(
      Type.String({
        title: 'Code',
        description: 'A short word for programs.',
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
      message: textOr(inputs, 'reason', config.message) ?? 'The workflow ended itself as failed.',
      code: config.code || 'FAILED',
    }),

  examples: [
    {
      title: 'fails the run with a message and a code of its own',
      config: { message: 'There is no stock left.', code: 'NO_STOCK' },
      outputs: endRun('failed', { message: 'There is no stock left.', code: 'NO_STOCK' }),
    },
    {
      title: 'a connected reason wins',
      config: { message: 'There is no stock left.' },
      inputs: { reason: 'Sold out' },
      outputs: endRun('failed', { message: 'Sold out', code: 'FAILED' }),
    },
  ],
})
