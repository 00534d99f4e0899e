import { defineNode, expression, Type } from '@millrace/model'

/** Makes a new value out of another with a JSONata expression. */
export default defineNode({
  id: 'json_transform',
  version: '1.0.0',
  name: 'Transform',
  description: 'Makes a new value out of another with a JSONata expression.',
  category: 'processing',
  icon: 'mdi:code-braces',
  tags: ['jsonata', 'expression', 'query', 'reshape'],

  config: Type.Object({
    expression: expression({
      title: 'Expression',
      description: 'JSONata over the incoming data.',
      pattern: '\\S',
      maxLength: 65_536,
      placeholder: 'orders[status = "open"].{ "id": id, "sum": $sum(lines.price) }',
    }),
  }),
  inputs: { data: { name: 'Data', dataType: 'mixed', required: true } },
  outputs: { result: { name: 'Result', dataType: 'mixed' } },

  run: async ({ config, inputs, effects }) => ({
    result: (await effects.expression(config.expression, inputs.data)) ?? null,
  }),

  examples: [
    {
      title: 'makes a new value out of another',
      config: { expression: '$sum(lines.price)' },
      inputs: { data: { lines: [{ price: 2 }, { price: 3 }] } },
      outputs: { result: 5 },
    },
    {
      title: 'an expression that finds nothing gives null',
      config: { expression: 'customer.name' },
      inputs: { data: {} },
      outputs: { result: null },
    },
  ],
})
