import { expect, test } from 'vitest'
import { remarkOnEnd } from './answer-end.ts'

test.each([
  ['stop', []],
  ['tool-calls', []],
  ['toString', []],
  ['length', ['warning: The answer was cut off: it reached the longest length.']],
  ['content-filter', ['warning: The answer was held back by the provider, or a part of it (content filter).']],
])('an answer that ended with %s', (finishReason, lines) => {
  const logged: string[] = []
  remarkOnEnd({ finishReason }, (level, message) => void logged.push(`${level}: ${message}`))
  expect(logged).toEqual(lines)
})
