import { defineNode, expression, Type } from '@millrace/model'

/** Transforms a value with a JSONata expression. */
export default defineNode({
  id: 'json_transform',
  version: '1.0.0',
  name: 'Transform',
  description: 'Transforms a value with a JSONata expression.',
  category: 'processing',
  icon: 'mdi:code-braces',
  tags: [
    'jsonata',
    'jsonata expression',
    'transformation',
    'transformer',
    'query json',
    'reshape json',
    'JSON-Umwandlung',
    'Umwandlung',
  ],
  keywords: ['expression', 'reshape', 'jmespath', 'jq'],
  summary: '{{expression}}',

  config: Type.Object({
    expression: expression({
      title: 'Expression',
      description: 'JSONata over the input data.',
      pattern: '\\S',
      maxLength: 65_536,
      'x-scope': { kind: 'value', port: 'data' },
      placeholder: 'orders[status = "open"].{ "id": id, "sum": $sum(lines.price) }',
    }),
  }),
  inputs: { data: { name: 'Data', dataType: 'mixed', required: true } },
  outputs: { result: { name: 'Result', dataType: 'mixed' } },
  pure: true,

  run: async ({ config, inputs, effects }) => ({
    result: (await effects.expression(config.expression, inputs.data)) ?? null,
  }),

  examples: [
    {
      title: 'transforms a value',
      config: { expression: '$sum(lines.price)' },
      inputs: { data: { lines: [{ price: 2 }, { price: 3 }] } },
      outputs: { result: 5 },
    },
    {
      title: 'outputs null for an expression without a result',
      config: { expression: 'customer.name' },
      inputs: { data: {} },
      outputs: { result: null },
    },
  ],
})
