import { describe, expect, test } from 'vitest'
import type { FieldSchema } from './field-schema.ts'
import { isUsed, sectionsOf } from './form-sections.ts'

const schema: FieldSchema = {
  type: 'object',
  properties: {
    auth: { type: 'string', enum: ['none', 'basic'], default: 'none' },
    token: {
      type: 'string',
      title: 'Token',
      'x-show-when': { auth: 'basic' },
      'x-variants': { auth: { basic: { title: 'User and password' } } },
    },
    timeout: { type: 'number', default: 30, 'x-section': 'advanced' },
    tags: { type: 'array', items: { type: 'string' }, 'x-section': 'advanced' },
  },
}
const state = { value: {}, path: '', problems: new Map<string, string>() }
const keys = (fields: readonly (readonly [string, FieldSchema])[]) => fields.map(([key]) => key)

describe('the fields of a form', () => {
  test('are those that apply, with the keywords of their variant', () => {
    expect(keys(sectionsOf(schema, state).basic)).toEqual(['auth'])
    const { basic } = sectionsOf(schema, { ...state, value: { auth: 'basic' } })
    expect(keys(basic)).toEqual(['auth', 'token'])
    expect(basic[1]?.[1].title).toBe('User and password')
  })

  test('include one that does not apply but has a problem', () => {
    const problems = new Map([['/token', 'is too long']])
    expect(keys(sectionsOf(schema, { ...state, problems }).basic)).toEqual(['auth', 'token'])
  })

  test('include those that depend on an expression', () => {
    const expressions = new Map([['/auth', '{{ kind }}']])
    expect(keys(sectionsOf(schema, { ...state, expressions }).basic)).toEqual(['auth', 'token'])
  })

  test('are in one section if all are advanced', () => {
    const only: FieldSchema = { properties: { timeout: { type: 'number', 'x-section': 'advanced' } } }
    expect(keys(sectionsOf(only, state).basic)).toEqual(['timeout'])
    expect(keys(sectionsOf(schema, state).advanced)).toEqual(['timeout', 'tags'])
  })
})

test('the advanced section is used if a field has another value than its default, or a problem', () => {
  const { advanced } = sectionsOf(schema, state)
  expect(isUsed(advanced, { ...state, value: { timeout: 30, tags: [] } })).toBe(false)
  expect(isUsed(advanced, { ...state, value: { timeout: 5 } })).toBe(true)
  expect(isUsed(advanced, { ...state, problems: new Map([['/tags/0', 'must not be empty']]) })).toBe(true)
})
