import { expect, test } from 'vitest'
import { withoutFence } from './sdk-prompt.ts'

test.each([
  ['```json\n{"a":1}\n```', '{"a":1}'],
  [' \n```JSON  \n{"a":1}\n\n ``` \n', '{"a":1}'],
  ['```\n```', ''],
  ['```\n{"a":"```"}\n```', '{"a":"```"}'],
  ['{"a":1}', '{"a":1}'],
  ['```js\n1\n```', '```js\n1\n```'],
  ['```json {"a":1}```', '```json {"a":1}```'],
  ['```json\n{"a":1}', '```json\n{"a":1}'],
])('%j', (text, expected) => {
  expect(withoutFence(text)).toBe(expected)
})

test('a response of an open fence and endless blank lines is handled in linear time', () => {
  const text = `\`\`\`\n${'\n'.repeat(1_000_000)}x`
  expect(withoutFence(text)).toBe(text)
})
