import type { Catalogue, NodeType } from '@millrace/model'
import { expect, test } from 'vitest'
import { groupsOf, searchTypes } from './catalogue-search.ts'

const type = (id: string, name: string, category: string, tags: string[] = []) =>
  ({ node_type_id: id, name, category, tags, description: `Does ${name}` }) as unknown as NodeType
const types = [
  type('http_request', 'HTTP request', 'data', ['url']),
  type('request_log', 'Log', 'helpers'),
  type('end', 'End', 'data'),
]
const category = (name: string, weight: number) => ({ name, label: name, icon: '', color: '', weight })
const catalogue: Catalogue = {
  types: new Map(types.map((one) => [one.node_type_id, one])),
  categories: [category('helpers', 1), category('data', 2), category('empty', 3)],
}

test('sorts groups by weight and types by name, and omits empty groups', () => {
  expect(groupsOf(catalogue).map((group) => [group.category.name, group.types.map((one) => one.name)])).toEqual([
    ['helpers', ['Log']],
    ['data', ['End', 'HTTP request']],
  ])
})

test('ranks names above ids and tags, and requires every word', () => {
  expect(searchTypes(catalogue, 'request').map((one) => one.node_type_id)).toEqual(['http_request', 'request_log'])
  expect(searchTypes(catalogue, 'url').map((one) => one.node_type_id)).toEqual(['http_request'])
  expect(searchTypes(catalogue, 'request zebra')).toEqual([])
})
