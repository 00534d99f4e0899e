import { describe, expect, test } from 'vitest'
import { applies, variantOf } from './show-when.ts'

const properties = {
  auth: { type: 'string', enum: ['none', 'bearer', 'basic'], default: 'none' },
  token: { type: 'string', 'x-show-when': { auth: ['bearer', 'basic'] } },
  realm: { type: 'string', 'x-show-when': { token: 'shared', auth: 'basic' } },
  connection: { type: 'string' },
  provider: { type: 'string', 'x-show-when': { connection: '' } },
  a: { 'x-show-when': { b: 1 } },
  b: { 'x-show-when': { a: 1 } },
}

describe('a setting with x-show-when', () => {
  test('applies for one value or for one of a list, and counts the default of the other setting', () => {
    expect(applies(properties, 'auth', {})).toBe(true)
    expect(applies(properties, 'token', {})).toBe(false)
    expect(applies(properties, 'token', { auth: 'none' })).toBe(false)
    expect(applies(properties, 'token', { auth: 'basic' })).toBe(true)
  })

  test('needs every condition, and a setting that applies itself', () => {
    expect(applies(properties, 'realm', { auth: 'basic', token: 'shared' })).toBe(true)
    expect(applies(properties, 'realm', { auth: 'basic', token: 'other' })).toBe(false)
    expect(applies(properties, 'realm', { auth: 'none', token: 'shared' })).toBe(false)
  })

  test('with an empty text as the value applies while the other setting is blank', () => {
    expect(applies(properties, 'provider', {})).toBe(true)
    expect(applies(properties, 'provider', { connection: '' })).toBe(true)
    expect(applies(properties, 'provider', { connection: 'Ours' })).toBe(false)
  })

  test('applies while the value of the other setting is not known', () => {
    expect(applies(properties, 'token', { auth: 'none' }, new Set(['auth']))).toBe(true)
  })

  test('ends for conditions in a cycle and for unknown settings', () => {
    expect(applies(properties, 'a', { a: 1, b: 1 })).toBe(true)
    expect(applies(properties, 'a', { a: 1, b: 2 })).toBe(false)
    expect(applies({ c: { 'x-show-when': { nothing: 1 } } }, 'c', {})).toBe(false)
  })
})

describe('a setting with x-variants', () => {
  const fields = {
    operation: { type: 'string', default: 'filter' },
    value: { title: 'Value', format: 'json', 'x-variants': { operation: { sort: { title: 'Order', enum: ['asc'] } } } },
  }

  test('has the keywords for the value of the other setting', () => {
    expect(variantOf(fields, 'value', { operation: 'sort' })).toMatchObject({ title: 'Order', enum: ['asc'] })
    expect(variantOf(fields, 'value', {})).toMatchObject({ title: 'Value' })
    expect(variantOf(fields, 'value', { operation: 'toString' })).toMatchObject({ title: 'Value' })
    expect(variantOf(fields, 'nothing', {})).toEqual({})
  })
})
