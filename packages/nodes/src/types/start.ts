import { choice, defineNode, dynamicValues, Type } from '@millrace/model'
import { dynamicOutputs } from '../fields/dynamic-ports.ts'
import { HIDDEN_TRIGGER } from '../fields/hidden-trigger.ts'
import { jsonSchema } from '../fields/json-fields.ts'

/** Start of an execution; outputs the launch inputs. */
export default defineNode({
  id: 'start',
  version: '1.0.0',
  name: 'Start',
  description: 'Start of an execution. Outputs the launch inputs.',
  category: 'triggers',
  icon: 'mdi:play-circle',
  visual: 'terminal',
  tags: [
    'entry point',
    'entry',
    'begin',
    'launch',
    'manual start',
    'manual trigger',
    'Startpunkt',
    'Einstieg',
    'Beginn',
  ],

  config: Type.Object({
    schema: Type.Optional(
      jsonSchema({
        title: 'Launch inputs',
        description: 'JSON Schema of the launch inputs. If empty, any inputs are accepted.',
      }),
    ),
    dynamicOutputs: dynamicOutputs({ description: 'Each outputs the launch input of the same name.' }),
    variant: Type.Optional(choice(['start'], { title: 'Variant', default: 'start', readOnly: true })),
  }),
  inputs: { trigger: HIDDEN_TRIGGER },
  outputs: {
    inputs: { name: 'Inputs', dataType: 'json', description: 'Launch inputs of the execution.' },
  },
  reserved: { triggerIn: false },
  agentspec: 'start_node',
  quick: true,

  run: ({ launch, config }) => ({ ...dynamicValues(config, 'dynamicOutputs', launch), inputs: launch }),

  examples: [
    {
      title: 'outputs all launch inputs',
      launch: { customer: 'Ada', items: [1, 2] },
      outputs: { inputs: { customer: 'Ada', items: [1, 2] } },
    },
    { title: 'outputs an empty object without launch inputs', outputs: { inputs: {} } },
    {
      title: 'outputs each launch input that has a port of its own',
      config: {
        dynamicOutputs: [
          { name: 'customer', dataType: 'string' },
          { name: 'note', dataType: 'string' },
        ],
      },
      launch: { customer: 'Ada', items: [1] },
      outputs: { customer: 'Ada', inputs: { customer: 'Ada', items: [1] } },
    },
  ],
})
