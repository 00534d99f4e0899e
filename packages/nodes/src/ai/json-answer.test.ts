import { expect, test } from 'vitest'
import { jsonIn } from './json-answer.ts'

test.each([
  ['{"a":1}', { a: 1 }],
  ['Here you are:\n```json\n{"a":1}\n```\nAnything else?', { a: 1 }],
  ['```[1]```', [1]],
  ['``` ```', undefined],
  ['Well, {"a":1} it is.', { a: 1 }],
  ['```', undefined],
  ['no', undefined],
])('finds the JSON in %j', (text, expected) => {
  expect(jsonIn(text)?.value).toEqual(expected)
})

test('parses an unclosed fence in linear time', () => {
  expect(jsonIn(`\`\`\`${'a'.repeat(1_000_000)}`)).toBeUndefined()
})
