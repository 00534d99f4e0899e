import { defineNode, Type } from '@millrace/model'

/** Adds a value to the outputs of the execution. */
export default defineNode({
  id: 'output',
  version: '1.0.0',
  name: 'Output',
  description: 'Adds a named value to the outputs of the execution.',
  category: 'outputs',
  icon: 'mdi:export',
  visual: 'simple',
  alsoDrawnAs: ['square', 'default'],
  tags: [
    'result',
    'result value',
    'named output',
    'output value',
    'return value',
    'Ergebnis',
    'Ausgabewert',
    'Rückgabewert',
    'Ausgabe',
  ],
  keywords: ['respond', 'respond to webhook', 'response', 'reply', 'return value'],
  summary: '{{name}}',

  config: Type.Object({
    name: Type.Optional(
      Type.String({
        title: 'Name',
        description: 'Key in the outputs. If empty, the id of the node.',
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
      title: 'adds the value to the outputs of the execution',
      config: { name: 'answer' },
      inputs: { value: { total: 3 } },
      outputs: { value: { total: 3 } },
    },
    { title: 'outputs null', inputs: { value: null }, outputs: { value: null } },
  ],
})
