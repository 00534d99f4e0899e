import { Problem, Type, Uuid } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { pathValues, queryValues } from './parameters.ts'

const Query = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 5 })),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
  ratio: Type.Optional(Type.Number()),
  latest: Type.Boolean({ default: false }),
  order: Type.Optional(Type.Enum(['asc', 'desc'])),
})

const DEFAULTS = { limit: 50, latest: false }

function refusalOf(search: string): unknown {
  try {
    return queryValues(Query, search)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    expect([error.status, error.code]).toEqual([400, 'VALIDATION_ERROR'])
    return error.message
  }
}

describe('the query', () => {
  test.each([
    ['', DEFAULTS],
    ['limit=7&latest=true&order=asc', { ...DEFAULTS, limit: 7, latest: true, order: 'asc' }],
    ['latest=1', { ...DEFAULTS, latest: true }],
    ['latest=0', { ...DEFAULTS, latest: false }],
    ['ratio=-1.5', { ...DEFAULTS, ratio: -1.5 }],
    ['search=a+b%20c', { ...DEFAULTS, search: 'a b c' }],
    ['search=', { ...DEFAULTS, search: '' }],
    ['search', { ...DEFAULTS, search: '' }],
    ['search=a=b', { ...DEFAULTS, search: 'a=b' }],
    ['search=%F0%9F%8C%8A%F0%9F%8C%8A%F0%9F%8C%8A%F0%9F%8C%8A%F0%9F%8C%8A', { ...DEFAULTS, search: '🌊🌊🌊🌊🌊' }],
    ['unknown=1&unknown=2&%E0%A4%A=3&__proto__=4&constructor=5', DEFAULTS],
    ['&&', DEFAULTS],
  ])('%s is parsed', (search, values) => {
    expect(queryValues(Query, search)).toEqual(values)
  })

  test.each([
    ['limit=0', 'The parameter "limit" must be at least 1.'],
    ['limit=101', 'The parameter "limit" must be at most 100.'],
    ['limit=', 'The parameter "limit" must be a whole number.'],
    ['limit=1.0', 'The parameter "limit" must be a whole number.'],
    ['limit=1e1', 'The parameter "limit" must be a whole number.'],
    ['limit=0x10', 'The parameter "limit" must be a whole number.'],
    ['limit=99999999999999999999', 'The parameter "limit" must be a whole number.'],
    ['limit=1&limit=2', 'The parameter "limit" is given more than once.'],
    ['latest=yes', 'The parameter "latest" must be true or false.'],
    ['ratio=NaN', 'The parameter "ratio" must be a number.'],
    ['order=up', 'The parameter "order" must be one of "asc", "desc".'],
    ['search=a%00b', 'The parameter "search" must not contain a NUL character.'],
    ['search=%E0%A4%A', 'The parameter "search" is not percent-encoded correctly.'],
    ['search=abcdef', 'The parameter "search" must have at most 5 characters.'],
  ])('%s is rejected', (search, message) => {
    expect(refusalOf(search)).toBe(message)
  })

  test('the title of a pattern is used in the message', () => {
    const since = Type.Object({ since: Type.String({ pattern: '^[0-9]+$', title: 'a number of a message' }) })
    expect(() => queryValues(since, 'since=x')).toThrow('The parameter "since" must be a number of a message.')
  })

  test('a missing required parameter is reported', () => {
    const required = Type.Object({ q: Type.String() })
    expect(() => queryValues(required, '')).toThrow('The parameter "q" is required.')
  })

  test('without a schema nothing is parsed', () => {
    expect(queryValues(undefined, 'limit=no')).toEqual({})
  })
})

describe('the path', () => {
  test('a UUID may have upper-case letters; other texts are rejected', () => {
    const params = Type.Object({ id: Uuid })
    const id = '0b6f2c1e-5d0a-4c58-9f0e-6a1b7c3d2e10'
    for (const text of [id, id.toUpperCase()]) expect(pathValues(params, { id: text })).toEqual({ id })
    for (const text of ['seven', `${id}0`, `{${id}}`, '']) {
      expect(() => pathValues(params, { id: text })).toThrow('The parameter "id" must be a UUID.')
    }
  })

  test('is parsed by its schema', () => {
    const params = Type.Object({ id: Type.String(), revision: Type.Integer({ minimum: 1 }) })
    expect(pathValues(params, { id: 'a', revision: '3' })).toEqual({ id: 'a', revision: 3 })
    expect(() => pathValues(params, { id: 'a', revision: 'x' })).toThrow('must be a whole number')
  })
})
