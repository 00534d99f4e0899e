import { defineNode, Type } from '@millrace/model'
import { pathSteps, valueAt } from '../running/path.ts'

/** Picks one value out of another by its path. */
export default defineNode({
  id: 'data_extractor',
  version: '1.0.0',
  name: 'Extract',
  description: 'Picks one value out of a larger one by its path.',
  category: 'processing',
  icon: 'mdi:eyedropper',
  tags: ['path', 'pick', 'field', 'get'],

  config: Type.Object({
    path: Type.String({
      title: 'Path',
      description: 'Names with dots between, positions in brackets: orders[0].lines[-1]["unit price"].',
      minLength: 1,
      maxLength: 1000,
      placeholder: 'customer.addresses[0].city',
    }),
  }),
  inputs: { data: { name: 'Data', dataType: 'mixed', required: true } },
  outputs: {
    value: { name: 'Value', dataType: 'mixed', description: 'null if there is nothing at the path.' },
    found: { name: 'Found', dataType: 'boolean' },
  },
  quick: true,

  run({ config, inputs }) {
    const { isFound, value } = valueAt(inputs.data, pathSteps(config.path, 'path'))
    return { value, found: isFound }
  },

  examples: [
    {
      title: 'follows names and positions',
      config: { path: 'customer.addresses[0].city' },
      inputs: { data: { customer: { addresses: [{ city: 'Utrecht' }] } } },
      outputs: { value: 'Utrecht', found: true },
    },
    {
      title: 'negative positions count from the end, names with other characters stand in quotes',
      config: { path: '$.rows[-1]["first name"]' },
      inputs: { data: { rows: [{}, { 'first name': 'Ada' }] } },
      outputs: { value: 'Ada', found: true },
    },
    {
      title: 'nothing there is no failure',
      config: { path: 'customer.phone' },
      inputs: { data: { customer: {} } },
      outputs: { value: null, found: false },
    },
    {
      title: 'null that is there is found',
      config: { path: 'a' },
      inputs: { data: { a: null } },
      outputs: { value: null, found: true },
    },
    {
      title: 'a path that cannot be read is refused',
      config: { path: 'a[b' },
      inputs: { data: {} },
      fails: 'BAD_CONFIG',
    },
  ],
})
