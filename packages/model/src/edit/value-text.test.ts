import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { refusalOf } from './edit-problem.ts'
import { valueIn, valueText } from './value-text.ts'

describe('valueIn', () => {
  test.each([
    ['"two words"', 'two words'],
    ['"a \\"b\\" \\n c"', 'a "b" \n c'],
    ['"not \\json"', 'not \\json'],
    ["'it is \\n raw'", 'it is \\n raw'],
    ['[1, {"a": null}]', [1, { a: null }]],
    ['{"a": [true]}', { a: [true] }],
    ['[not json', '[not json'],
    ['null', null],
    ['42', 42],
    ['-0.5', -0.5],
    ['true', true],
    ['false', false],
    ['True', 'True'],
    ['1.2.3', '1.2.3'],
    ['plain text, to the end', 'plain text, to the end'],
    ['"', '"'],
    ['"""\none\ntwo\n"""', 'one\ntwo'],
    ['"""one"""', 'one'],
    ['""""""', ''],
    ['"""\n\nkeeps one\n\n"""', '\nkeeps one\n'],
    ['"""one\ntwo"""', 'one\ntwo'],
    ['"""say \\""" here"""', 'say """ here'],
  ])('%s is %j', (text, value) => {
    expect(valueIn(text)).toEqual(value)
  })

  test.each(['"""never closed', '"""closed""" and more'])('rejects %s', (text) => {
    expect(refusalOf(() => valueIn(text))).toMatchObject({ ok: false, problem: { code: 'PARSE_ERROR' } })
  })

  test('reads a number that is too large as a text, and rejects a value that is too deep', () => {
    expect(valueIn('9'.repeat(400))).toBe('9'.repeat(400))
    expect(refusalOf(() => valueIn('['.repeat(100) + ']'.repeat(100))).ok).toBe(false)
    expect(valueIn('['.repeat(100_000))).toHaveLength(100_000)
  })
})

describe('valueText', () => {
  test('parses to the same value', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^["\\\n ab]{0,12}$/),
      fc.constantFrom('"""', '\\"""', '""""', 'a\n"""\nb', '\n', ' a', '42', 'true', 'null', '[1', "'x'", 'a\r\nb\n'),
    )
    fc.assert(
      fc.property(fc.oneof(texts, fc.jsonValue({ maxDepth: 4 })), (value) => {
        // JSON has no negative zero.
        expect(valueIn(valueText(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})
