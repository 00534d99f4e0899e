import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { toYaml } from './text.ts'

/** Strings that some readers misread or reject unless they are quoted. */
const TRAPS = [
  ...[
    'yes',
    'no',
    'on',
    'off',
    'y',
    'n',
    'Yes',
    'OFF',
    'true',
    'null',
    '~',
    '',
    '3',
    '3.0',
    '012',
    '0o7',
    '-0o17',
    '0x1F',
  ],
  ...[
    '1_000',
    '12:30',
    '2020-01-01',
    '1e3',
    '.5',
    '.inf',
    '=',
    '<<',
    '- x',
    '? x',
    '!x',
    '&a',
    '*b',
    '%c',
    '@d',
    'a: b',
  ],
  ...[
    'a #b',
    ' lead',
    'trail ',
    'two\nlines',
    'tab\there',
    'next\u0085line',
    'line\u2028separator',
    '\ufeffmark',
    '\u007f',
  ],
]

function expectSame(value: unknown): void {
  const text = toYaml(value)
  for (const version of ['1.1', '1.2'] as const) expect([text, parse(text, { version })]).toEqual([text, value])
  // The text must not contain control characters except line ends and blanks.
  expect(text).not.toMatch(/[\t\u007f-\u009f\u2028\u2029\ufeff]/)
}

describe('YAML', () => {
  test.each(TRAPS)('writes %j so that both YAML versions read it unchanged, as key and value', (text) => {
    expectSame({ [text === '' ? 'empty' : text]: [text, { [text]: text }] })
  })

  test('does not wrap long text with blank lines', () => {
    const prose = 'word '.repeat(60)
    fc.assert(
      fc.property(fc.array(fc.constantFrom(prose, ' ', '\n', '\t', 'a', '\r\n'), { maxLength: 8 }), (parts) =>
        expectSame({ prompt: parts.join('') }),
      ),
    )
    expectSame({ prompt: `${prose}\n \nend` })
  })

  test('writes any string so that both YAML versions read it unchanged', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => expectSame({ [`k${text}`]: text })))
  })
})
