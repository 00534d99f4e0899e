import { choice, defineNode, endRun, RUN_END_STATUSES, Type } from '@millrace/model'
import { HIDDEN_TRIGGER } from '../fields/hidden-trigger.ts'
import { asText } from '../running/as-text.ts'

/** Where a path ends; as an exit it ends the whole run. */
export default defineNode({
  id: 'end',
  version: '1.0.0',
  name: 'End',
  description: 'Where a path ends. As an exit it ends the whole run at once.',
  category: 'outputs',
  icon: 'mdi:stop-circle',
  visual: 'terminal',
  tags: ['end', 'finish', 'complete'],

  config: Type.Object({
    variant: Type.Optional(
      choice(['end', 'exit'], {
        title: 'Kind',
        description: 'end: other paths go on. exit: everything still going is cancelled.',
        default: 'end',
      }),
    ),
    status: Type.Optional(
      choice(RUN_END_STATUSES, {
        title: 'The run counts as',
        description: 'For an exit.',
        default: 'completed',
      }),
    ),
  }),
  inputs: { value: { name: 'Value', dataType: 'mixed', description: 'Becomes the result of the run.' } },
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
      message: asText(value) || 'The workflow ended here as failed.',
    })
  },

  examples: [
    { title: 'keeps the value that the path ended with', inputs: { value: 42 }, outputs: { value: 42 } },
    { title: 'needs no value', outputs: {} },
    { title: 'an exit ends the run', config: { variant: 'exit' }, outputs: endRun('completed') },
    {
      title: 'an exit can end it as failed, and its value says why',
      config: { variant: 'exit', status: 'failed' },
      inputs: { value: 'No stock' },
      outputs: endRun('failed', { code: 'EXIT_FAILED', message: 'No stock' }),
    },
  ],
})
