import { expect, test } from 'vitest'
import { changedRow, keyFor, rowsOf, withoutRow, withRow } from './schema-rows.ts'

const ORDER = {
  type: 'object',
  properties: {
    item: { type: 'string', title: 'Item', minLength: 1 },
    count: { type: 'integer', title: 'How many', default: 1 },
    address: { type: 'object', properties: {} },
  },
  required: ['item'],
  additionalProperties: false,
}

test('converts a schema to rows in its order and keeps properties without a row', () => {
  expect(rowsOf(ORDER)).toEqual([
    { key: 'item', title: 'Item', kind: 'text', isRequired: true, options: [] },
    { key: 'count', title: 'How many', kind: 'integer', isRequired: false, options: [] },
    { key: 'address', title: 'address', kind: undefined, isRequired: false, options: [] },
  ])
  expect(rowsOf(undefined)).toEqual([])
  expect(rowsOf({ type: 'array', items: {} })).toBeUndefined()
  expect(rowsOf({ $ref: '#/x' })).toBeUndefined()
})

test('a new field gets a name that templates can use', () => {
  const added = withRow(undefined, 'Field 1')
  expect(added).toEqual({ type: 'object', properties: { field_1: { type: 'string', title: 'Field 1' } } })
  const named = changedRow(added, 'field_1', { title: 'Größe (cm)' })
  expect(named).toEqual({ type: 'object', properties: { grosse_cm: { type: 'string', title: 'Größe (cm)' } } })
  expect(keyFor('2nd', new Set())).toBe('field_2nd')
  expect(keyFor('Item', new Set(['item', 'item_2']))).toBe('item_3')
})

test('a custom name and the rest of the schema stay when the title changes', () => {
  expect(changedRow(ORDER, 'count', { title: 'Number' })).toEqual({
    ...ORDER,
    properties: { ...ORDER.properties, count: { type: 'integer', title: 'Number', default: 1 } },
  })
})

test('a generated name follows its title and keeps its position and required flag', () => {
  const next = changedRow(ORDER, 'item', { title: 'Product' })
  expect(Object.keys(next.properties ?? {})).toEqual(['product', 'count', 'address'])
  expect(next.required).toEqual(['product'])
})

test('changing the kind removes the limits of the old kind', () => {
  const next = changedRow(ORDER, 'item', { kind: 'choice', options: ['lamp', 'desk'] })
  expect(next.properties).toMatchObject({ item: { type: 'string', title: 'Item', enum: ['lamp', 'desk'] } })
  expect(next.properties).not.toHaveProperty('item.minLength')
  expect(rowsOf(changedRow(next, 'item', { kind: 'texts' }))?.[0]).toMatchObject({ kind: 'texts', options: [] })
})

test('sets and removes required', () => {
  expect(changedRow(ORDER, 'item', { isRequired: false })).not.toHaveProperty('required')
  expect(changedRow(ORDER, 'count', { isRequired: true }).required).toEqual(['item', 'count'])
})

test('removing the last field leaves nothing unless the schema has other keywords', () => {
  expect(withoutRow(withRow(undefined, 'A'), 'a')).toBeUndefined()
  const rest = ['item', 'count', 'address'].reduce<unknown>((schema, key) => withoutRow(schema, key), ORDER)
  expect(rest).toEqual({ type: 'object', properties: {}, additionalProperties: false })
})
