import { defineNode, Type } from '@millrace/model'

/** Puts a value among the outputs of the execution. */
export default defineNode({
  id: 'output',
  version: '1.0.0',
  name: 'Output',
  description: 'Puts a value among the outputs of the run, under a name.',
  category: 'outputs',
  icon: 'mdi:export',
  visual: 'simple',
  alsoDrawnAs: ['square', 'default'],
  tags: ['result', 'return', 'value'],

  config: Type.Object({
    name: Type.Optional(
      Type.String({
        title: 'Name',
        description: 'Key of the value in the outputs. Left empty, the id of the node.',
        maxLength: 200,
        placeholder: 'answer',
      }),
    ),
  }),
  inputs: { value: { name: 'Value', dataType: 'mixed', required: true } },
  outputs: {},
  isOutput: true,
  quick: true,

  run: ({ inputs }) => ({ value: inputs.value ?? null }),

  examples: [
    {
      title: 'puts the value among the outputs of the run',
      config: { name: 'answer' },
      inputs: { value: { total: 3 } },
      outputs: { value: { total: 3 } },
    },
    { title: 'null is a value', inputs: { value: null }, outputs: { value: null } },
  ],
})
