import { expect, test } from 'vitest'
import { warnIfIncomplete } from './finish-reason.ts'

test.each([
  ['stop', []],
  ['tool-calls', []],
  ['toString', []],
  ['length', ['warning: The answer was truncated at the maximum length.']],
  ['content-filter', ['warning: The answer was blocked, at least in part, by the content filter of the provider.']],
])('warns about a response with the finish reason %s', (finishReason, lines) => {
  const logged: string[] = []
  warnIfIncomplete({ finishReason }, (level, message) => void logged.push(`${level}: ${message}`))
  expect(logged).toEqual(lines)
})
