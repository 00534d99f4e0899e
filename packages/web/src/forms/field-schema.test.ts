import { expect, test } from 'vitest'
import { type FieldSchema, fieldsOf, kindOf, optionsOf, startValue, titleOf } from './field-schema.ts'

test.each<[string, FieldSchema]>([
  ['secret', { type: 'string', format: 'hidden' }],
  ['none', { type: 'array', format: 'hidden', items: { type: 'object' } }],
  ['autocomplete', { type: 'string', format: 'autocomplete', autocomplete: { url: '/x' } }],
  ['select', { type: 'string', enum: ['a', 'b'] }],
  ['select', { type: 'string', oneOf: [{ const: 'a', title: 'A' }] }],
  ['checks', { type: 'array', items: { type: 'string', enum: ['a'] } }],
  ['checks', { type: 'string', enum: ['a'], multiple: true }],
  ['slider', { type: 'number', format: 'range', minimum: 0, maximum: 2 }],
  ['number', { type: 'integer', minimum: 0 }],
  ['switch', { type: 'boolean' }],
  ['lines', { type: 'string', format: 'multiline' }],
  ['code', { type: 'string', format: 'template' }],
  ['markdown', { type: 'string', format: 'markdown' }],
  ['json', { type: 'object', format: 'json' }],
  ['json', { type: 'object' }],
  ['json', { type: 'array' }],
  ['group', { type: 'object', properties: { a: { type: 'string' } } }],
  ['list', { type: 'array', items: { type: 'string' } }],
  ['text', { type: 'string' }],
  ['any', {}],
])('uses the control %s for %o', (kind, schema) => {
  expect(kindOf(schema)).toBe(kind)
})

test('sorts fields by x-display-order, then in schema order', () => {
  const schema = {
    properties: { a: { type: 'string' }, b: { type: 'string', 'x-display-order': -1 }, c: { type: 'string' } },
  }
  expect(fieldsOf(schema).map(([key]) => key)).toEqual(['b', 'a', 'c'])
})

test('uses the key of a field without a title', () => {
  expect(titleOf('maxTokens', {})).toBe('Max tokens')
  expect(titleOf('system_prompt', {})).toBe('System prompt')
})

test('options keep their values and get readable labels', () => {
  expect(optionsOf({ enum: ['not_equals', 'GET', 3] }).map((one) => one.label)).toEqual(['not equals', 'GET', '3'])
  const schema: FieldSchema = { enum: ['skip', 'buffer'], 'x-suggestions': [{ value: 'buffer', label: 'Queue' }] }
  expect(kindOf(schema)).toBe('select')
  expect(optionsOf(schema)).toEqual([
    { value: 'skip', label: 'skip' },
    { value: 'buffer', label: 'Queue' },
  ])
})

test('a new item has its defaults and required fields', () => {
  const schema: FieldSchema = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      kind: { type: 'string', enum: ['x'], default: 'x' },
      note: { type: 'string' },
    },
    required: ['name'],
  }
  expect(startValue(schema)).toEqual({ name: '', kind: 'x' })
})
