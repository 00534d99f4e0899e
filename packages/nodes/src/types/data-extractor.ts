import { defineNode, Type } from '@millrace/model'
import { pathSteps, valueAt } from '../running/path.ts'

/** Extracts one value by its path. */
export default defineNode({
  id: 'data_extractor',
  version: '1.0.0',
  name: 'Extract value',
  description: 'Extracts one value from the data by its path.',
  category: 'processing',
  icon: 'mdi:eyedropper',
  tags: [
    'field extractor',
    'field picker',
    'pick field',
    'get field',
    'json path',
    'path extractor',
    'extractor',
    'Feld auslesen',
    'Feldauswahl',
    'Extraktor',
  ],
  summary: '{{path}}',

  config: Type.Object({
    path: Type.String({
      title: 'Path',
      description: 'Dot-separated keys, indexes in brackets: orders[0].lines[-1]["unit price"].',
      minLength: 1,
      maxLength: 1000,
      placeholder: 'customer.addresses[0].city',
    }),
  }),
  inputs: { data: { name: 'Data', dataType: 'mixed', required: true } },
  outputs: {
    value: { name: 'Value', dataType: 'mixed', description: 'null if the path does not exist.' },
    found: { name: 'Found', dataType: 'boolean' },
  },
  quick: true,

  run({ config, inputs }) {
    const { isFound, value } = valueAt(inputs.data, pathSteps(config.path, 'path'))
    return { value, found: isFound }
  },

  examples: [
    {
      title: 'follows keys and indexes',
      config: { path: 'customer.addresses[0].city' },
      inputs: { data: { customer: { addresses: [{ city: 'Utrecht' }] } } },
      outputs: { value: 'Utrecht', found: true },
    },
    {
      title: 'supports negative indexes and quoted keys',
      config: { path: '$.rows[-1]["first name"]' },
      inputs: { data: { rows: [{}, { 'first name': 'Ada' }] } },
      outputs: { value: 'Ada', found: true },
    },
    {
      title: 'outputs null for a path that does not exist',
      config: { path: 'customer.phone' },
      inputs: { data: { customer: {} } },
      outputs: { value: null, found: false },
    },
    {
      title: 'reports an existing null as found',
      config: { path: 'a' },
      inputs: { data: { a: null } },
      outputs: { value: null, found: true },
    },
    {
      title: 'rejects an invalid path',
      config: { path: 'a[b' },
      inputs: { data: {} },
      fails: 'BAD_CONFIG',
    },
  ],
})
