import { defineNode, expression, Type } from '@millrace/model'
import { dynamicInputs, dynamicOutputs } from '../fields/dynamic-ports.ts'

/** Maps user-defined inputs to user-defined outputs. */
export default defineNode({
  id: 'data_mapper',
  version: '1.0.0',
  name: 'Data mapper',
  description: 'Maps the inputs you define to the outputs you define.',
  category: 'processing',
  icon: 'mdi:swap-horizontal',
  tags: ['mapping', 'map fields', 'field mapping', 'rename fields', 'reshape data', 'Feldzuordnung', 'Zuordnung'],
  keywords: ['set', 'set fields', 'edit fields', 'assign', 'rename keys', 'field', 'fields'],
  summary: '{{dynamicOutputs}}',

  config: Type.Object({
    dynamicInputs: dynamicInputs({ title: 'Inputs' }),
    dynamicOutputs: dynamicOutputs({ title: 'Outputs' }),
    mappings: Type.Optional(
      Type.Array(
        Type.Object({
          output: Type.String({ title: 'Output', description: 'Name of the output.', minLength: 1, maxLength: 100 }),
          expression: expression({
            title: 'Expression',
            description: 'JSONata over the inputs; often just an input name.',
            pattern: '\\S',
            maxLength: 10_000,
            'x-scope': { kind: 'inputs' },
          }),
        }),
        {
          title: 'Mappings',
          description: 'An output without a mapping takes the input of the same name.',
          default: [],
          maxItems: 1000,
        },
      ),
    ),
  }),
  inputs: {},
  outputs: {},
  pure: true,

  async run({ config, inputs, effects }) {
    const names = (config.dynamicOutputs ?? []).map(({ name }) => name)
    const outputs = new Map(names.filter((name) => inputs[name] !== undefined).map((name) => [name, inputs[name]]))
    for (const { output, expression } of config.mappings ?? []) {
      outputs.set(output, (await effects.expression(expression, inputs)) ?? null)
    }
    return Object.fromEntries(outputs)
  },

  examples: [
    {
      title: 'maps inputs to outputs, by name where there is no mapping',
      config: {
        dynamicInputs: [
          { name: 'customer', dataType: 'json' },
          { name: 'order', dataType: 'number' },
        ],
        dynamicOutputs: [
          { name: 'full_name', dataType: 'string' },
          { name: 'order', dataType: 'number' },
        ],
        mappings: [{ output: 'full_name', expression: 'customer.first & " " & customer.last' }],
      },
      inputs: { customer: { first: 'Ada', last: 'Lovelace' }, order: 7 },
      outputs: { order: 7, full_name: 'Ada Lovelace' },
    },
    {
      title: 'outputs null for a mapping without a result, and nothing for an unmapped output',
      config: {
        dynamicOutputs: [
          { name: 'a', dataType: 'mixed' },
          { name: 'b', dataType: 'mixed' },
        ],
        mappings: [{ output: 'a', expression: 'nowhere' }],
      },
      outputs: { a: null },
    },
  ],
})
