/** Examples of the node type `data_operations`, in a separate file because there are many. */
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
  gives('filter: compares a field', { key: 'country', value: 'NL' }, CITIES, [UTRECHT, DELFT]),
  gives('filter: keeps greater values', { key: 'people', condition: 'greater_than', value: 9 }, CITIES, [UTRECHT]),
  gives('filter: keeps values up to a maximum', { key: 'people', condition: 'less_than_or_equal', value: 9 }, CITIES, [
    GHENT,
  ]),
  gives('filter: keeps items with an empty field', { key: 'people', condition: 'is_empty' }, CITIES, [DELFT]),
  gives('filter: evaluates an expression', { expression: 'country = "BE" or $length(name) > 6' }, CITIES, [
    UTRECHT,
    GHENT,
  ]),
  gives('filter: compares the items', { condition: 'contains', value: 'a' }, ['cat', 'dog'], ['cat']),
  gives('sort: puts missing values last', { operation: 'sort', key: 'people' }, CITIES, [GHENT, UTRECHT, DELFT]),
  gives('sort: sorts in descending order', { operation: 'sort', key: 'people', value: 'desc' }, CITIES, [
    UTRECHT,
    GHENT,
    DELFT,
  ]),
  gives('sort: sorts numbers in text numerically', { operation: 'sort' }, ['a10', 'b1', 'a9'], ['a9', 'a10', 'b1']),
  gives('group: groups by a field', { operation: 'group', key: 'country' }, CITIES, [
    { key: 'NL', items: [UTRECHT, DELFT], count: 2 },
    { key: 'BE', items: [GHENT], count: 1 },
  ]),
  gives('map: picks a field', { operation: 'map', key: 'name' }, CITIES, ['Utrecht', 'Ghent', 'Delft']),
  gives('map: evaluates an expression', { operation: 'map', expression: '$ * 2' }, [1, 2], [2, 4]),
  gives('reduce: sums a field', { operation: 'reduce', key: 'n', value: 10 }, [{ n: 1 }, { n: 2 }], [13]),
  gives(
    'reduce: evaluates an expression',
    { operation: 'reduce', expression: 'accumulator & item', value: '' },
    ['a', 'b'],
    ['ab'],
  ),
  gives('unique: keeps the first item per field value', { operation: 'unique', key: 'country' }, CITIES, [
    UTRECHT,
    GHENT,
  ]),
  gives(
    'unique: ignores the order of keys',
    { operation: 'unique' },
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    [{ a: 1, b: 2 }],
  ),
  gives('slice: takes a range', { operation: 'slice', value: [1, 3] }, ['a', 'b', 'c', 'd'], ['b', 'c']),
  gives('slice: takes the last items', { operation: 'slice', value: [-2] }, ['a', 'b', 'c'], ['b', 'c']),
  gives('slice: takes the first items', { operation: 'slice', value: 1 }, ['a', 'b'], ['a']),
  gives('flatten: flattens one level', { operation: 'flatten' }, [[1, [2]], 3], [1, [2], 3]),
  gives(
    'flatten: flattens the lists in a field',
    { operation: 'flatten', key: 'tags' },
    [{ tags: ['a'] }, { tags: ['b'] }],
    ['a', 'b'],
  ),
  gives('merge: merges all objects', { operation: 'merge' }, [{ a: 1, b: 1 }, { b: 2 }], [{ a: 1, b: 2 }]),
  gives(
    'merge: merges objects with the same key',
    { operation: 'merge', key: 'id' },
    [{ id: 1, a: 1 }, { id: 2 }, { id: 1, b: 2 }],
    [{ id: 1, a: 1, b: 2 }, { id: 2 }],
  ),
  { title: 'rejects data that is not a list', inputs: { data: { a: 1 } }, fails: 'BAD_INPUT' },
  {
    title: 'merge: rejects items that are not objects',
    config: { operation: 'merge' },
    inputs: { data: [1] },
    fails: 'BAD_INPUT',
  },
  {
    title: 'slice: rejects missing bounds',
    config: { operation: 'slice' },
    inputs: { data: [1] },
    fails: 'BAD_CONFIG',
  },
]
