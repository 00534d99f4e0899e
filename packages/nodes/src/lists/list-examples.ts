/** Examples of the node type `data_operations`; in a file of their own because there are many. */
import type { NodeExample } from '@millrace/model'

const CITIES = [
  { name: 'Utrecht', country: 'NL', people: 10 },
  { name: 'Ghent', country: 'BE', people: 9 },
  { name: 'Delft', country: 'NL', people: null },
]
const [UTRECHT, GHENT, DELFT] = CITIES

function gives(title: string, config: NodeExample['config'], data: unknown, result: readonly unknown[]): NodeExample {
  return { title, config: config ?? {}, inputs: { data }, outputs: { result, output_count: result.length } }
}

export const EXAMPLES: readonly NodeExample[] = [
  gives('filter: by a field', { key: 'country', value: 'NL' }, CITIES, [UTRECHT, DELFT]),
  gives('filter: more than', { key: 'people', condition: 'greater_than', value: 9 }, CITIES, [UTRECHT]),
  gives('filter: at most', { key: 'people', condition: 'less_than_or_equal', value: 9 }, CITIES, [GHENT]),
  gives('filter: with nothing in a field', { key: 'people', condition: 'is_empty' }, CITIES, [DELFT]),
  gives('filter: by an expression', { expression: 'country = "BE" or $length(name) > 6' }, CITIES, [UTRECHT, GHENT]),
  gives('filter: the items themselves', { condition: 'contains', value: 'a' }, ['cat', 'dog'], ['cat']),
  gives('sort: what has no value comes last', { operation: 'sort', key: 'people' }, CITIES, [GHENT, UTRECHT, DELFT]),
  gives('sort: the other way round', { operation: 'sort', key: 'people', value: 'desc' }, CITIES, [
    UTRECHT,
    GHENT,
    DELFT,
  ]),
  gives('sort: texts with numbers in them', { operation: 'sort' }, ['a10', 'b1', 'a9'], ['a9', 'a10', 'b1']),
  gives('group', { operation: 'group', key: 'country' }, CITIES, [
    { key: 'NL', items: [UTRECHT, DELFT], count: 2 },
    { key: 'BE', items: [GHENT], count: 1 },
  ]),
  gives('map: to a field', { operation: 'map', key: 'name' }, CITIES, ['Utrecht', 'Ghent', 'Delft']),
  gives('map: to what an expression makes of it', { operation: 'map', expression: '$ * 2' }, [1, 2], [2, 4]),
  gives('reduce: the sum', { operation: 'reduce', key: 'n', value: 10 }, [{ n: 1 }, { n: 2 }], [13]),
  gives(
    'reduce: by an expression',
    { operation: 'reduce', expression: 'accumulator & item', value: '' },
    ['a', 'b'],
    ['ab'],
  ),
  gives('unique: by a field, the first of each', { operation: 'unique', key: 'country' }, CITIES, [UTRECHT, GHENT]),
  gives(
    'unique: whatever the order of keys',
    { operation: 'unique' },
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    [{ a: 1, b: 2 }],
  ),
  gives('slice: from and to', { operation: 'slice', value: [1, 3] }, ['a', 'b', 'c', 'd'], ['b', 'c']),
  gives('slice: the last ones', { operation: 'slice', value: [-2] }, ['a', 'b', 'c'], ['b', 'c']),
  gives('slice: the first ones', { operation: 'slice', value: 1 }, ['a', 'b'], ['a']),
  gives('flatten', { operation: 'flatten' }, [[1, [2]], 3], [1, [2], 3]),
  gives(
    'flatten: the lists in a field',
    { operation: 'flatten', key: 'tags' },
    [{ tags: ['a'] }, { tags: ['b'] }],
    ['a', 'b'],
  ),
  gives('merge: all into one', { operation: 'merge' }, [{ a: 1, b: 1 }, { b: 2 }], [{ a: 1, b: 2 }]),
  gives(
    'merge: what has the same key',
    { operation: 'merge', key: 'id' },
    [{ id: 1, a: 1 }, { id: 2 }, { id: 1, b: 2 }],
    [{ id: 1, a: 1, b: 2 }, { id: 2 }],
  ),
  { title: 'only lists are worked on', inputs: { data: { a: 1 } }, fails: 'BAD_INPUT' },
  {
    title: 'merge: only objects can become one',
    config: { operation: 'merge' },
    inputs: { data: [1] },
    fails: 'BAD_INPUT',
  },
  {
    title: 'slice: needs its bounds',
    config: { operation: 'slice' },
    inputs: { data: [1] },
    fails: 'BAD_CONFIG',
  },
]
