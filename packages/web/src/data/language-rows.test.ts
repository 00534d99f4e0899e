import { expect, test } from 'vitest'
import { languageRows } from './language-rows.ts'
import type { SettingLanguage } from './used-value.ts'

const ORDER = { id: 7, 'first name': 'Ada', tags: ['new'] }

function paths(of: SettingLanguage, inputs: Readonly<Record<string, unknown>>, known: { variables?: string[] } = {}) {
  const variables = (known.variables ?? []).map((name) => ({ port: 'data', name, type: 'string', description: '' }))
  const inputRows = [{ path: 'data', label: 'data', depth: 0, group: 'Inputs', type: 'json' }]
  return languageRows(of, { inputs, config: {}, inputRows, variables, group: 'Inputs' }).map(({ path }) => path)
}

test('an expression over a value names its fields, and the whole value', () => {
  const of = { language: 'expression', scope: { kind: 'value', port: 'data' } } as const
  expect(paths(of, { data: ORDER })).toEqual(['$', 'id', '`first name`', 'tags', 'tags[0]'])
  expect(paths(of, { data: [ORDER] })).toContain('$[0].id')
  expect(paths(of, {}, { variables: ['id'] })).toEqual(['id'])
})

test('an expression over the items of a list names the fields of an item', () => {
  const of = { language: 'expression', scope: { kind: 'item', port: 'data' } } as const
  expect(paths(of, { data: [{ price: 2 }] })).toEqual(['$', 'price'])
})

test('a template names the fields of its data, the data and its other inputs', () => {
  const of = { language: 'template', scope: { kind: 'placeholders', port: 'data' } } as const
  expect(paths(of, { data: ORDER, user: 'Ada' })).toEqual([
    ...['id', 'tags', 'tags[0]', 'user'],
    ...['data', 'data["first name"]'],
  ])
})

test('a condition names the fields of its value before the value itself', () => {
  const of = { language: 'expression', scope: { kind: 'fields', port: 'data' } } as const
  expect(paths(of, { data: { total: 5 } })).toEqual(['total', 'value', 'data'])
})

test('code names the inputs', () => {
  const of = { language: 'code', scope: { kind: 'inputs' } } as const
  expect(paths(of, { data: ORDER })).toEqual(['data', 'data.id', 'data["first name"]', 'data.tags', 'data.tags[0]'])
  expect(paths(of, {})).toEqual(['data'])
})
