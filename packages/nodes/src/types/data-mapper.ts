import { defineNode, expression, Type } from '@millrace/model'
import { dynamicInputs, dynamicOutputs } from '../fields/dynamic-ports.ts'

/** Makes outputs of one's own out of inputs of one's own. */
export default defineNode({
  id: 'data_mapper',
  version: '1.0.0',
  name: 'Mapper',
  description: 'Makes the outputs you name out of the inputs you name.',
  category: 'processing',
  icon: 'mdi:swap-horizontal',
  tags: ['map', 'rename', 'reshape', 'fields'],

  config: Type.Object({
    dynamicInputs: dynamicInputs({ title: 'Inputs' }),
    dynamicOutputs: dynamicOutputs({ title: 'Outputs' }),
    mappings: Type.Optional(
      Type.Array(
        Type.Object({
          output: Type.String({ title: 'Output', description: 'Name of the output.', minLength: 1, maxLength: 100 }),
          expression: expression({
            title: 'Expression',
            description: 'JSONata over the inputs; often just the name of one.',
            pattern: '\\S',
            maxLength: 10_000,
          }),
        }),
        {
          title: 'Mappings',
          description: 'An output without one takes the input of the same name.',
          default: [],
          maxItems: 1000,
        },
      ),
    ),
  }),
  inputs: {},
  outputs: {},

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
      title: 'makes outputs out of inputs; one without a mapping takes the input of its name',
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
      title: 'a mapping that finds nothing gives null; an output that nothing is for stays silent',
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
