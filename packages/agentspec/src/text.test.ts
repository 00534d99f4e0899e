import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { toYaml } from './text.ts'

/** Texts that some reader takes for something else, or not at all, unless they are quoted. */
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
  // Nothing but line ends and blanks controls how the text is read.
  expect(text).not.toMatch(/[\t\u007f-\u009f\u2028\u2029\ufeff]/)
}

describe('YAML', () => {
  test.each(TRAPS)('%j is that text for readers of either version, as a key and as a value', (text) => {
    expectSame({ [text === '' ? 'empty' : text]: [text, { [text]: text }] })
  })

  test('long prose with lines of blanks is not wrapped', () => {
    const prose = 'word '.repeat(60)
    fc.assert(
      fc.property(fc.array(fc.constantFrom(prose, ' ', '\n', '\t', 'a', '\r\n'), { maxLength: 8 }), (parts) =>
        expectSame({ prompt: parts.join('') }),
      ),
    )
    expectSame({ prompt: `${prose}\n \nend` })
  })

  test('any text is', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => expectSame({ [`k${text}`]: text })))
  })
})
