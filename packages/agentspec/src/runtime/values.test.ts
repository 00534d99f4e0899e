import { expect, test } from 'vitest'
import { jsonIn } from './values.ts'

test.each([
  ['{"a":1}', { a: 1 }],
  ['Here you are:\n```json\n{"a":1}\n```\nAnything else?', { a: 1 }],
  ['```[1]```', [1]],
  ['``` ```', undefined],
  ['Well, {"a":1} it is.', { a: 1 }],
  ['```', undefined],
  ['no', undefined],
])('%j', (text, expected) => {
  expect(jsonIn(text)).toEqual(expected)
})

test('a model that opens a fence and goes on for ever holds up nobody', () => {
  expect(jsonIn(`\`\`\`${'a'.repeat(1_000_000)}`)).toBeUndefined()
})
