import { choice, defineNode, expression, Type } from '@millrace/model'
import { jsonValue } from '../fields/json-fields.ts'
import { itemValues } from '../lists/item-values.ts'
import { EXAMPLES } from '../lists/list-examples.ts'
import { LIST_OPERATIONS } from '../lists/list-operations.ts'
import { reduced } from '../lists/reduce-list.ts'
import { listAt } from '../running/input-values.ts'

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

  config: Type.Object({
    operation: Type.Optional(
      choice(['filter', 'sort', 'group', 'map', 'reduce', 'unique', 'slice', 'flatten', 'merge'], {
        title: 'Operation',
        description:
          'group: lists of items with the same key. merge: combines objects with the same key into one, ' +
          'or all objects if there is no key. reduce: a list with one result.',
        default: 'filter',
      }),
    ),
    key: Type.Optional(
      Type.String({
        title: 'Key',
        description: 'Path of the field to use in each item. If empty, the item itself.',
        default: '',
        maxLength: 1000,
      }),
    ),
    condition: Type.Optional(
      choice(
        [
          'equals',
          'not_equals',
          'contains',
          'greater_than',
          'less_than',
          'greater_than_or_equal',
          'less_than_or_equal',
          'is_empty',
          'is_not_empty',
        ],
        { title: 'Condition', description: 'For a filter.', default: 'equals' },
      ),
    ),
    value: Type.Optional(
      jsonValue({
        title: 'Value',
        description:
          'filter: value to compare with. sort: "desc" for descending order. slice: [from, to], or a count. ' +
          'flatten: depth. reduce: initial value.',
      }),
    ),
    expression: Type.Optional(
      expression({
        title: 'Expression',
        description:
          'JSONata over each item, instead of key and condition. ' +
          'For reduce: over accumulator, item and index; default is the sum.',
        maxLength: 65_536,
      }),
    ),
  }),
  inputs: { data: { name: 'Data', dataType: 'array', required: true } },
  outputs: {
    result: { name: 'Result', dataType: 'array' },
    output_count: { name: 'Count', dataType: 'number', description: 'Number of items in the result.' },
  },

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
