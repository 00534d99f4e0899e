import { choice, defineNode, Type } from '@millrace/model'
import { HIDDEN_TRIGGER } from '../fields/hidden-trigger.ts'
import { jsonSchema } from '../fields/json-fields.ts'

/** Where a run begins; hands on what it was launched with. */
export default defineNode({
  id: 'start',
  version: '1.0.0',
  name: 'Start',
  description: 'Where a run begins. Hands on the values it was launched with.',
  category: 'triggers',
  icon: 'mdi:play-circle',
  visual: 'terminal',
  tags: ['start', 'entry', 'begin', 'launch'],

  config: Type.Object({
    schema: Type.Optional(
      jsonSchema({
        title: 'Launch inputs',
        description: 'The values that a run is launched with, as JSON Schema. Left empty, anything goes.',
      }),
    ),
    variant: Type.Optional(choice(['start'], { title: 'Variant', default: 'start', readOnly: true })),
  }),
  inputs: { trigger: HIDDEN_TRIGGER },
  outputs: {
    inputs: { name: 'Inputs', dataType: 'json', description: 'The values of the launch.' },
  },
  reserved: { triggerIn: false },
  agentspec: 'start_node',
  quick: true,

  run: ({ launch }) => ({ inputs: launch }),

  examples: [
    {
      title: 'hands on everything that the run was launched with',
      launch: { customer: 'Ada', items: [1, 2] },
      outputs: { inputs: { customer: 'Ada', items: [1, 2] } },
    },
    { title: 'a launch without values is an empty object', outputs: { inputs: {} } },
  ],
})
