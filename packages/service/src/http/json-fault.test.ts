import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonFault } from './json-fault.ts'

describe('the first syntax error of a text', () => {
  test.each([
    ['', 0, 'value'],
    ['   ', 3, 'value'],
    ['{', 1, 'key or }'],
    ['{"a"', 4, ':'],
    ['{"a":', 5, 'value'],
    ['{"a":1', 6, ', or }'],
    ['{"a":1,', 7, 'key'],
    ['{"a":1,}', 7, 'key'],
    ['[1,]', 3, 'value'],
    ['[1 2]', 3, ', or ]'],
    ['[1}', 2, ', or ]'],
    ["{'a':1}", 1, 'key or }'],
    ['1 2', 2, 'end'],
    ['01', 0, 'value'],
    ['nul', 0, 'value'],
    ['"a', 0, 'value'],
    ['"a\nb"', 0, 'value'],
    ['"\\x"', 0, 'value'],
    ['[true, TRUE]', 7, 'value'],
  ])('%j: at %i, where %s was expected', (text, at, expected) => {
    expect(jsonFault(text)).toMatchObject({ at, expected })
  })

  test('counts lines and columns from one', () => {
    expect(jsonFault('{\n  "a": tru\n}')).toEqual({ at: 9, line: 2, column: 8, expected: 'value' })
  })

  test('is after a prefix that could still become valid JSON', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.nat(),
        fc.constantFrom('}', ']', ',', ':', 'x', '"', '\\'),
        (value, cut, extra) => {
          const whole = JSON.stringify(value, null, 1)
          const at = cut % (whole.length + 1)
          const text = whole.slice(0, at) + extra + whole.slice(at)
          if (isJson(text)) return
          const fault = jsonFault(text)
          expect(fault.at).toBeLessThanOrEqual(text.length)
          expect(isJson(text.slice(0, fault.at)) && fault.expected !== 'end').toBe(false)
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('is found in a large text that is invalid at its end', () => {
    const text = `[${'"x",'.repeat(300_000)}`
    expect(jsonFault(text).at).toBe(text.length)
  })
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
