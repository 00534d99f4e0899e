import { defineNode, expression, Type, titledChoice } from '@millrace/model'
import { jsonValue } from '../fields/json-fields.ts'
import { itemValues } from '../lists/item-values.ts'
import { EXAMPLES } from '../lists/list-examples.ts'
import { LIST_OPERATIONS } from '../lists/list-operations.ts'
import { reduced } from '../lists/reduce-list.ts'
import { listAt } from '../running/input-values.ts'

/** Operations that read a key or an expression of each item. */
const BY_VALUE = ['filter', 'sort', 'group', 'map', 'reduce', 'unique', 'flatten', 'merge']

/** The setting "value" for each operation that reads it. */
const VALUE_VARIANTS = {
  operation: {
    filter: { title: 'Compare with', description: 'Text, number or other JSON.', format: 'any' },
    sort: {
      title: 'Order',
      description: 'Ascending by default.',
      enum: ['asc', 'desc'],
      'x-suggestions': [
        { value: 'asc', label: 'Ascending' },
        { value: 'desc', label: 'Descending' },
      ],
    },
    reduce: { title: 'Initial value', description: 'Value of the accumulator before the first item.' },
    slice: { title: 'Items', description: 'A number of items from the start, or [from, to].' },
    flatten: {
      title: 'Depth',
      description: 'Levels of lists to flatten.',
      type: 'integer',
      format: 'number',
      minimum: 1,
    },
  },
}

function listOutputs(result: readonly unknown[]) {
  return { result, output_count: result.length }
}

/** Filters, sorts, groups and transforms a list. */
export default defineNode({
  id: 'data_operations',
  version: '1.0.0',
  name: 'List operations',
  description: 'Filters, sorts, groups or transforms a list.',
  category: 'processing',
  icon: 'mdi:filter-variant',
  tags: [
    'filter',
    'sort',
    'sorter',
    'group',
    'aggregate',
    'deduplicate',
    'list filter',
    'list sorter',
    'Filterung',
    'Sortierung',
    'Listenoperation',
  ],
  keywords: [
    'group by',
    'deduplicate',
    'remove duplicates',
    'unique',
    'limit',
    'aggregate',
    'split out',
    'count items',
    'pivot',
  ],
  summary: [
    { when: { operation: 'filter' }, text: '{{operation}}: {{expression}}' },
    { when: { operation: 'filter' }, text: '{{operation}}: {{key}} {{condition}} {{value}}' },
    '{{operation}}[: {{expression | key}}]',
  ],

  config: Type.Object({
    operation: Type.Optional(
      titledChoice(
        {
          filter: ['Filter', 'Keeps the items that meet a condition.'],
          sort: ['Sort', 'Sorts the items by a key or an expression.'],
          group: ['Group', 'Lists of the items with the same key.'],
          map: ['Map', 'Replaces each item by its key or the result of an expression.'],
          reduce: ['Reduce', 'A list with one result: the sum, or the result of an expression.'],
          unique: ['Remove duplicates', 'Keeps the first item of each key.'],
          slice: ['Slice', 'Keeps a part of the list.'],
          flatten: ['Flatten', 'Replaces lists in the list by their items.'],
          merge: ['Merge objects', 'Combines the objects with the same key into one; without a key, all of them.'],
        },
        { title: 'Operation', default: 'filter' },
      ),
    ),
    key: Type.Optional(
      Type.String({
        title: 'Key',
        description: 'Path of the field to use in each item. If empty, the item itself.',
        default: '',
        maxLength: 1000,
        placeholder: 'customer.name',
        'x-show-when': { operation: BY_VALUE },
      }),
    ),
    condition: Type.Optional(
      titledChoice(
        {
          equals: 'Equals',
          not_equals: 'Does not equal',
          contains: 'Contains',
          greater_than: 'Is greater than',
          less_than: 'Is less than',
          greater_than_or_equal: 'Is greater than or equal to',
          less_than_or_equal: 'Is less than or equal to',
          is_empty: 'Is empty',
          is_not_empty: 'Is not empty',
        },
        { title: 'Condition', default: 'equals', 'x-show-when': { operation: 'filter', expression: '' } },
      ),
    ),
    value: Type.Optional(
      jsonValue({
        title: 'Value',
        description: 'Its meaning depends on the operation.',
        'x-show-when': { operation: ['filter', 'sort', 'reduce', 'slice', 'flatten'] },
        'x-variants': VALUE_VARIANTS,
      }),
    ),
    expression: Type.Optional(
      expression({
        title: 'Expression',
        description: 'JSONata over each item, instead of the key and the condition.',
        maxLength: 65_536,
        'x-scope': { kind: 'item', port: 'data' },
        'x-show-when': { operation: BY_VALUE },
        'x-variants': {
          operation: {
            reduce: {
              description: 'JSONata over accumulator, item and index. If empty, the sum.',
              'x-scope': { kind: 'reduce', port: 'data', start: 'value' },
            },
          },
        },
      }),
    ),
  }),
  inputs: { data: { name: 'Data', dataType: 'array', required: true } },
  outputs: {
    result: { name: 'Result', dataType: 'array' },
    output_count: { name: 'Count', dataType: 'number', description: 'Number of items in the result.' },
  },
  pure: true,

  async run({ config, inputs, effects, signal }) {
    const items = listAt(inputs, 'data')
    const { operation = 'filter', condition = 'equals', value } = config
    const [key, expression] = [(config.key ?? '').trim(), (config.expression ?? '').trim()]
    const by = expression !== '' ? 'expression' : key !== '' ? 'key' : 'item'
    if (operation === 'reduce' && by === 'expression') {
      const total = await reduced(items, { expression, start: value ?? null }, { effects, signal })
      return listOutputs(Array.isArray(total) ? total : [total])
    }
    const seen = await itemValues(items, { key, expression }, { effects, signal })
    return listOutputs(LIST_OPERATIONS[operation]({ items, seen, by, condition, value }))
  },

  examples: EXAMPLES,
})
