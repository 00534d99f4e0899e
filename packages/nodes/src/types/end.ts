import { choice, defineNode, endRun, RUN_END_STATUSES, Type, titledChoice } from '@millrace/model'
import { HIDDEN_TRIGGER } from '../fields/hidden-trigger.ts'
import { asText } from '../running/as-text.ts'

/** End of a path; as an exit it ends the whole execution. */
export default defineNode({
  id: 'end',
  version: '1.0.0',
  name: 'End',
  description: 'End of a path. As an exit it ends the whole execution immediately.',
  category: 'outputs',
  icon: 'mdi:stop-circle',
  visual: 'terminal',
  tags: ['finish', 'complete', 'workflow end', 'Ende', 'Abschluss'],

  config: Type.Object({
    variant: Type.Optional(
      titledChoice(
        {
          end: ['End of a path', 'Other paths continue.'],
          exit: ['End of the execution', 'Cancels everything that is still running.'],
        },
        { title: 'Kind', default: 'end' },
      ),
    ),
    status: Type.Optional(
      choice(RUN_END_STATUSES, {
        title: 'Status',
        description: 'Final status of the execution.',
        default: 'completed',
        'x-suggestions': [
          { value: 'completed', label: 'Completed' },
          { value: 'failed', label: 'Failed' },
        ],
        'x-show-when': { variant: 'exit' },
      }),
    ),
  }),
  inputs: { value: { name: 'Value', dataType: 'mixed', description: 'Result of the execution.' } },
  outputs: { trigger: HIDDEN_TRIGGER },
  reserved: { triggerOut: false },
  agentspec: 'end_node',
  quick: true,

  run({ config, inputs }) {
    const { value } = inputs
    if (config.variant !== 'exit') return value === undefined ? {} : { value }
    if (config.status !== 'failed') return endRun('completed')
    return endRun('failed', {
      code: 'EXIT_FAILED',
      message: asText(value) || 'The workflow ended with status failed.',
    })
  },

  examples: [
    { title: 'outputs the value at the end of the path', inputs: { value: 42 }, outputs: { value: 42 } },
    { title: 'works without a value', outputs: {} },
    { title: 'ends the execution as an exit', config: { variant: 'exit' }, outputs: endRun('completed') },
    {
      title: 'ends the execution as failed, with the value as the message',
      config: { variant: 'exit', status: 'failed' },
      inputs: { value: 'No stock' },
      outputs: endRun('failed', { code: 'EXIT_FAILED', message: 'No stock' }),
    },
  ],
})
