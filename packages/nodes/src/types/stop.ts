import { defineNode, endRun, multiline, Type } from '@millrace/model'
import { HIDDEN_TRIGGER } from '../fields/hidden-trigger.ts'
import { textOr } from '../running/input-values.ts'

/** Ends the whole execution as completed. */
export default defineNode({
  id: 'stop',
  version: '1.0.0',
  name: 'Stop',
  description: 'Ends the whole execution immediately as completed.',
  category: 'logic',
  icon: 'mdi:stop',
  visual: 'terminal',
  tags: ['halt', 'exit', 'early exit', 'end run', 'Anhalten'],
  summary: '{{message}}',

  config: Type.Object({
    message: Type.Optional(
      multiline({ title: 'Message', description: 'Reason. Used if no reason is connected.', default: '' }),
    ),
    code: Type.Optional(Type.String({ title: 'Code', description: 'Reason code for programs.', maxLength: 100 })),
  }),
  inputs: { reason: { name: 'Reason', dataType: 'string' } },
  outputs: { trigger: HIDDEN_TRIGGER },
  reserved: { triggerOut: false },
  quick: true,

  run({ config, inputs, log }) {
    const reason = textOr(inputs, 'reason', config.message)
    if (reason !== undefined) log('info', reason, config.code ? { code: config.code } : {})
    return endRun('completed')
  },

  examples: [
    {
      title: 'ends the execution and logs the reason',
      inputs: { reason: 'Nothing to do' },
      outputs: endRun('completed'),
    },
  ],
})
