import { expect, test } from 'vitest'
import { typedText, typedValue } from './typed-value.ts'

test('texts are typed without quotes, all other values as JSON', () => {
  expect(typedValue('plain "text"', 'string')).toEqual({ value: 'plain "text"' })
  expect(typedValue('{"a": [1]}', 'json')).toEqual({ value: { a: [1] } })
  expect(typedValue('12', 'number')).toEqual({ value: 12 })
  expect(typedValue('null', 'boolean')).toEqual({ value: null })
  expect(typedValue('hello', 'mixed')).toEqual({ value: 'hello' })
  expect(typedValue('[1]', 'mixed')).toEqual({ value: [1] })
})

test('rejects a text that is not JSON, or a value of another type', () => {
  expect(typedValue('{', 'json')).toEqual({ problem: 'json' })
  expect(typedValue('"12"', 'number')).toEqual({ problem: 'type', reason: 'is not a number' })
  expect(typedValue('{}', 'array')).toEqual({ problem: 'type', reason: 'is not a list' })
  expect(typedValue('[1, "a"]', 'number[]')).toMatchObject({ problem: 'type' })
  expect(typedValue('nobody', 'email')).toMatchObject({ problem: 'type' })
  expect(typedValue('{"role": "user"}', 'messages')).toEqual({ problem: 'type', reason: 'is not a list' })
})

test.each([
  ['text', 'string'],
  ['[1]', 'string'],
  ['12', 'mixed'],
  [{ a: 1 }, 'json'],
  [[1, 2], 'number[]'],
  [false, 'boolean'],
])('%j of type %s is read as it was written', (value, type) => {
  expect(typedValue(typedText(value, type), type)).toEqual({ value })
})
